/** What the input says of the list below it. */
export interface Listed {
  /** How many suggestions are shown. */
  count: number;
  /** The id of the one that Enter takes. */
  active: string | undefined;
}

export const noList: Listed = { count: 0, active: undefined };
