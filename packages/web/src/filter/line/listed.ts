/** What the input says of the list below it. */
export interface Listed {
  /** How many suggestions are shown. */
  count: number;
  /** The id of the one that Enter takes. */
  active: string | undefined;
}

/**
 * How the list is there: typing shows what begins with it, Down and a click show everything, Escape shows nothing until
 * more is typed.
 */
export type ListMode = "typed" | "asked" | "closed";

export const noList: Listed = { count: 0, active: undefined };
