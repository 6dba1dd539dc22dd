/**
 * Ends the process with code 1 and without a word when an output can no longer be written, as when `head` at
 * the other end of the pipe has read enough: there is nobody left to tell.
 */
export function endWithReaders(...outputs: readonly NodeJS.WriteStream[]): void {
  for (const output of outputs) output.on("error", () => process.exit(1));
}
