/** The time, as a port that tests can replace. */
export interface Clock {
  /** Unix epoch in milliseconds. */
  now(): number;
}
