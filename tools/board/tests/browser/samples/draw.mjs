// A game on 5 x 5 by PP without a swap that nobody can win any more.
export const draw = ["C3", "B3", "C4", "A4", "C2", "D4"];
