/**
 * Works on all items, `size` of them side by side and one batch after the other, so that what grows with an
 * organization takes neither as many round trips nor as many connections. Rejects with a batch's first failure; the
 * batches after it are not begun.
 */
export async function inBatches<T>(
  items: readonly T[],
  size: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < items.length; start += size)
    await Promise.all(items.slice(start, start + size).map((item) => work(item)));
}
