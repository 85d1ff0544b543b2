// A PP game on 5 x 5, without a swap, that ends in a draw.
export const draw = ["C3", "B3", "C4", "A4", "C2", "D4"];
