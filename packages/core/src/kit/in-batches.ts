/**
 * Works on all items in batches of `size`; the items of a batch run concurrently. So a large organization
 * needs neither too many round trips nor too many connections. Rejects with the first failure of a batch, and
 * does not begin the batches after it.
 */
export async function inBatches<T>(
  items: readonly T[],
  size: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < items.length; start += size)
    await Promise.all(items.slice(start, start + size).map((item) => work(item)));
}

/** Does the work for as many as the budget of rows allows, one by one. Returns whether those were all. */
export async function withinBudget<T>(
  all: readonly T[],
  budget: { rows: number },
  work: (one: T) => Promise<void>,
): Promise<boolean> {
  const due = all.slice(0, budget.rows);
  for (const one of due) await work(one);
  budget.rows -= due.length;
  return due.length === all.length;
}
