/** The time, so that tests can set it. */
export interface Clock {
  /** Unix epoch in milliseconds. */
  now(): number;
}
