/** A fault that projects of this kind have had. */
export interface Fault {
  id: string;
  what: string;
  file: string;
  /** A text that occurs in the file exactly once. */
  find: string;
  /** The replacement with the fault. */
  plant: string;
  /** The test files of which one has to fail. */
  tests: readonly string[];
  /** Of these files, only the tests with this in their title: the others take long, and would pass. */
  title?: string;
  /** Only a browser shows it: the tests are Playwright's. */
  browser?: true;
  /** Only the evaluation of what SST would deploy shows it. */
  graph?: true;
}
