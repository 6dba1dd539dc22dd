/**
 * A formatted count: "1,500". Written by hand: a browser takes 10 to 20 ms for the first use of a format of Intl, during
 * the first paint.
 */
export const formatCount = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** "12 databases", "1 database", "1,500 databases". */
export const counted = (count: number, noun: string) =>
  `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
