import { whenIdle } from "./use-idle.ts";

/** How long a slice may take, in milliseconds. A frame has sixteen. */
const longestSlice = 6;

/**
 * Works through items in short slices while the browser is idle, so that nothing else waits for it. Returns a
 * function that cancels the rest.
 * @param done called after the last item
 */
export function inSlices<Item>(
  items: readonly Item[],
  work: (item: Item) => void,
  done: () => void,
): () => void {
  let next = 0;
  let cancel = () => {};
  const slice = () => {
    const end = performance.now() + longestSlice;
    for (; next < items.length && performance.now() < end; next += 1) work(items[next] as Item);
    if (next === items.length) done();
    else cancel = whenIdle(slice);
  };
  cancel = whenIdle(slice);
  return () => cancel();
}
