/** A fault of a kind that has been made before, somewhere. */
export interface Fault {
  id: string;
  what: string;
  file: string;
  /** A text that is in the file exactly once. */
  find: string;
  /** What stands there with the fault. */
  plant: string;
  /** The files of tests of which one has to notice it. */
  tests: readonly string[];
  /** Of these files, only the tests with this in their title: the others take long, and would not notice. */
  title?: string;
  /** It shows in a browser only: the tests are Playwright's. */
  browser?: true;
}
