/**
 * Forgets what was kept first until the rest is small enough.
 * @param staying the key of an entry that stays whatever its size is
 */
export function makeRoom<K, V>(
  kept: Map<K, V>,
  { most, sizeOf, staying }: { most: number; sizeOf: (one: V) => number; staying?: K },
): void {
  let total = [...kept.values()].reduce((sum, one) => sum + sizeOf(one), 0);
  for (const [key, one] of kept) {
    if (total <= most) return;
    if (key === staying) continue;
    kept.delete(key);
    total -= sizeOf(one);
  }
}
