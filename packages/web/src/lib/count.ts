/** A count as people read it: "1,500". Written out: to write numbers is slow to get ready for, and rows have many. */
export const formatCount = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** "12 databases", "1 database", "1,500 databases". */
export const counted = (count: number, noun: string) =>
  `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
