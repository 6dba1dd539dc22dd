/**
 * Ends the process with code 1 when an output can no longer be written. For example, `head` has read enough
 * and closed the pipe. It prints nothing, because nobody reads it.
 */
export function endWithReaders(...outputs: readonly NodeJS.WriteStream[]): void {
  for (const output of outputs) output.on("error", () => process.exit(1));
}
