// Types of the API and types shared by several modules. A value is vertical's expected score, from 0 to 1.

export type Side = "vertical" | "horizontal";
/** The name of a hole: `D6`. */
export type Hole = string;

/** A game's record without its moves. */
export interface Header {
  size: number;
  columns?: number;
  rows?: number;
  rules: string;
  swap: string;
  players?: (string | null)[];
  setup?: { pegs: string; to_move?: Side | null };
  winner?: "first" | "second" | null;
  ending?: string | null;
  reason?: string | null;
  [key: string]: unknown;
}

/** The record of a game; a line is a record without variations. */
export interface Record extends Header {
  moves: string[];
  comment?: string;
  comments?: { [number: string]: string };
  marks?: { [number: string]: string[] };
  variations?: Variation[];
  review?: Review;
}

export interface Variation {
  at: number;
  moves: string[];
  comments?: { [number: string]: string };
  marks?: { [number: string]: string[] };
  variations?: Variation[];
}

export interface View {
  columns: number;
  rows: number;
  rules: string;
  swap_rule?: string;
  ply: number;
  to_move: Side | null;
  may_swap: boolean;
  pegs: [Hole, Side][];
  links: [Hole, Hole, Side][];
  holes: Hole[];
  removable: [Hole, Hole][];
  last: Hole[];
  swap: string | null;
  outcome: { winner: Side | null; reason: string; words: string } | null;
  chain: Hole[];
  players: { vertical: number; horizontal: number };
  moves: string[];
}

export interface Candidate {
  move: string;
  visits: number;
  share: number;
  value: number | null;
  prior: number;
  proof: Side | null;
  plies?: number | null;
  line: string[];
}

/** The state of a running search, sent several times per second. */
export interface Report {
  visits: number;
  seconds: number;
  threads: number;
  value: number | null;
  proof: { winner: Side; plies: number | null } | null;
  /** The first candidate is the engine's move. */
  candidates: Candidate[];
  /** Whether it is prepared: the opening book's, or the first peg of boards without a book. */
  is_book: boolean;
  done: boolean;
  answer?: string | null;
  error?: string;
  /** The position after the answer, except in an analysis. */
  view?: View;
}

export interface ThinkRequest {
  grade?: number;
  nodes?: number;
  seconds?: number;
  analysis?: boolean;
  clock?: "arena";
  /** Selects the variation of a grade's moves. */
  seed?: number;
}

/** The state of the clocks in a game between people. Times are in milliseconds, by player. */
export interface ClockState {
  kind: "fischer" | "byoyomi";
  /** The increment per move, or the length of a byo-yomi period. */
  seconds: number;
  /** The number of byo-yomi periods at the start. */
  count: number;
  left: [number, number];
  /** Periods that have not started. */
  periods: [number, number];
}

/** The state of a game turn by turn, by link. */
export interface LinkState {
  /** The player at this screen. */
  player: number;
  /** The number of moves that the other player has. */
  from: number;
  /** Whether the received link contains a result. */
  isOver: boolean;
  /** Whether the next link offers a draw. */
  offers: boolean;
  /** Whether the received link offers a draw. */
  offered?: boolean;
}

/** The data of a game that its record does not contain, apart from the seats. */
export interface Extra {
  /** The key in the list of recent games. */
  id?: string;
  clock?: ClockState | null;
  link?: LinkState | null;
}

/** An evaluation of a position, as in a review. */
export interface Evaluation {
  /** The expected score of the player to move. */
  value: number;
  vertical: number;
  best: string | null;
  line: string[];
  proven: Side | null;
}

/** The engine settings of the first and the second player; null for a person. */
export type Seats = [ThinkRequest | null, ThinkRequest | null];

export interface SideDistances {
  total: number | null;
  holes: [Hole, number | null, number | null][];
}
export interface Overlay {
  vertical?: SideDistances;
  horizontal?: SideDistances;
  value?: number;
  holes?: [Hole, number][];
}

/** The opening book's entry for a position, empty if the book does not contain it. */
export interface Book {
  best: string | null;
  /** Moves with vertical's value, if the book has one, and the book's answer. */
  moves: [move: string, value: number | null, answer: string | null][];
}

export interface ReviewedMove {
  ply: number;
  side: Side;
  turn: string;
  before: number;
  after: number;
  loss: number;
  mark: "mistake" | "blunder" | null;
  best: string | null;
  line: string[];
  proven: Side | null;
}
export interface Review {
  moves: ReviewedMove[];
  players: { name: string; moves: number; loss: number; mistakes: number; blunders: number }[];
  [key: string]: unknown;
}

/** A referee's record without the game. */
export interface Details {
  bots?: string[];
  limits_ms?: unknown;
  times_ms?: (number | null)[];
  errors?: { [player: string]: string[] };
  texts?: string[];
  values?: (number | null)[];
  reason?: string;
}
export interface FoundGame {
  title: string;
  game: Record;
  result: string;
  /** The name of the file, if several were read. */
  file?: string;
  details?: Details | null;
}

export interface MatchGame {
  number: number;
  first: number;
  second: number;
  winner: number | null;
  ending: string | null;
  first_peg: string | null;
  swapped: boolean;
  plies: number;
  game: Record;
}
/** A game of a match that has not ended. */
export interface RunningGame {
  number: number;
  game: Record;
}
export interface Standing {
  players: string[];
  terms: string | null;
  /** The number of games that the plan has; 0 if unknown. */
  planned?: number;
  elo: { games: number; elo: number | null; error: number | null }[];
  endings: { draws: number; lost_by: { [ending: string]: number } }[];
  first_pegs: { peg: string; games: number; won: number }[];
  sprt?: { words: string; llr: number; lower: number; upper: number; accepted: string | null } | null;
  table?: { name: string; elo: number; error: number | null }[];
}
export interface Match extends Standing {
  games: MatchGame[];
}

/** The board of games whose file states no size (empty if files differ), and the smallest square board that has room for all moves. */
export interface Assumed {
  size: string;
  least: number;
}

/** A game that a text names without containing it. */
export interface Reference {
  kind: "reference";
  number: number;
  name: string;
  address: string;
}

export type Found =
  | { kind: "games"; games: FoundGame[]; notes?: string[]; assumed?: Assumed }
  | Reference
  | { kind: "match"; match: Match; notes?: string[] };

export type Update =
  | Found
  | { kind: "entry"; entry: MatchGame }
  | { kind: "running"; games: RunningGame[] }
  | { kind: "standing"; standing: Standing }
  | { kind: "beat" }
  | { kind: "trouble"; error: string };

/** A file named on the command line. */
export interface NamedFile {
  id: string | number;
  name: string;
  /** `match` or `games` */
  kind: string;
}

export interface About {
  version: string;
  sizes: [number, number];
  rules: string[];
  swaps: string[];
  grades: { grade: number; name: string; elo: number }[];
  formats: { name: string; ending: string }[];
  files: NamedFile[];
}

export interface Written {
  name: string;
  type: string;
  text: string;
  notes: string[];
}

export type Point = [number, number];

/** An answer of the engine: a status as in HTTP, and JSON in one or more lines. */
export interface Answer {
  status: number;
  lines: AsyncIterable<string>;
}

/** A part of an answer, as the web worker sends it. */
export interface Step {
  id: number;
  status: number;
  lines: string[];
  done: boolean;
}
