type Value = string | number | undefined;

function compare(one: Value, other: Value, order: "asc" | "desc"): number {
  if (one === other) return 0;
  if (one === undefined) return 1;
  if (other === undefined) return -1;
  return one < other === (order === "asc") ? -1 : 1;
}

/** In an order. What has no value is last, and equal values are in the order of their ids. */
export function sortedBy<T>(
  all: readonly T[],
  valueOf: (one: T) => Value,
  order: "asc" | "desc",
  idOf: (one: T) => string,
): T[] {
  return all
    .map((one) => ({ one, value: valueOf(one), id: idOf(one) }))
    .toSorted((a, b) => compare(a.value, b.value, order) || (a.id < b.id ? -1 : 1))
    .map(({ one }) => one);
}
