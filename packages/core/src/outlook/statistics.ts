/* Robust figures: an outlier of a day moves none of them. Lists without values give NaN. */

/** The value below which a part of the values is, between the two nearest. @param part 0 to 1 */
export function quantile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).toSorted();
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)] ?? NaN;
  const above = sorted[Math.ceil(place)] ?? NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** A standard deviation by the median of distances: exact for normal noise. */
export function spreadOf(values: readonly number[]): number {
  const middle = median(values);
  return normal * median(values.map((value) => Math.abs(value - middle)));
}

/** Makes a median of distances a standard deviation of normal noise. */
export const normal = 1.4826;
