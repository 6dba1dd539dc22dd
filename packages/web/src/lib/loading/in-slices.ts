import { whenIdle } from "../browser/use-idle.ts";

/** How long a slice may take, in milliseconds. A frame has sixteen. */
const longestSlice = 6;

/**
 * Does work in short slices while the browser is idle, so that nothing else waits for it. Returns a function
 * that cancels the rest.
 * @param work yields after each small step, and returns the result
 * @param done called with the result
 */
export function inSlices<Result>(
  work: Iterator<unknown, Result>,
  done: (result: Result) => void,
): () => void {
  let cancel = () => {};
  const slice = () => {
    const end = performance.now() + longestSlice;
    let step = work.next();
    while (!step.done && performance.now() < end) step = work.next();
    if (step.done) done(step.value);
    else cancel = whenIdle(slice);
  };
  cancel = whenIdle(slice);
  return () => cancel();
}

/** Does the same work at once. */
export function atOnce<Result>(work: Iterator<unknown, Result>): Result {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
