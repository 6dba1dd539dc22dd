/** What did not work, and why. */
export interface Failure<Item> {
  item: Item;
  error: unknown;
}

/**
 * Runs an action for every item, a few at a time. One failure does not stop the others.
 * @param onDone is called after each item, with the number of items so far
 * @returns the failures, in the order of the items
 */
export async function runAll<Item>(
  items: readonly Item[],
  atOnce: number,
  action: (item: Item) => Promise<unknown>,
  onDone: (count: number) => void = () => undefined,
): Promise<Failure<Item>[]> {
  const failures: (Failure<Item> | undefined)[] = [];
  let next = 0;
  let done = 0;
  async function work() {
    for (let place = next++; place < items.length; place = next++) {
      const item = items[place] as Item;
      try {
        await action(item);
      } catch (error) {
        failures[place] = { item, error };
      }
      done += 1;
      onDone(done);
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return failures.filter((failure) => failure !== undefined);
}
