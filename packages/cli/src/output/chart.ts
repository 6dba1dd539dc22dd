const eighths = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const height = 6;

/** The largest value of each of so many equal parts of a series; null for a part without any. */
function inParts(values: readonly (number | null)[], count: number): (number | null)[] {
  const parts = Math.min(count, values.length);
  return Array.from({ length: parts }, (_, part) => {
    const begin = Math.floor((part * values.length) / parts);
    const end = Math.max(begin + 1, Math.floor(((part + 1) * values.length) / parts));
    const known = values.slice(begin, end).filter((value) => value !== null);
    return known.length === 0 ? null : Math.max(...known);
  });
}

/**
 * A series as lines of blocks, with its largest value and zero beside them. What is not known is a dot at the foot.
 * @param width how many columns there are
 */
export function chartOf(
  values: readonly (number | null)[],
  width: number,
  show: (value: number) => string,
): string[] {
  const most = Math.max(0, ...values.filter((value) => value !== null));
  const labels = [show(most), show(0)];
  const margin = Math.max(...labels.map((label) => label.length));
  const parts = inParts(values, Math.max(10, width - margin - 2));
  return Array.from({ length: height }, (_, line) => {
    const floor = height - 1 - line;
    const blocks = parts.map((value) => {
      if (value === null) return floor === 0 ? "·" : " ";
      const filled = most === 0 ? 0 : Math.round((value / most) * height * 8);
      // A known zero is a line, and no gap.
      const least = floor === 0 ? 1 : 0;
      return eighths[Math.max(least, Math.min(8, filled - floor * 8))] ?? " ";
    });
    const label = line === 0 ? labels[0] : floor === 0 ? labels[1] : "";
    return `${(label ?? "").padStart(margin)} ${line === 0 || floor === 0 ? "┤" : "│"}${blocks.join("")}`.trimEnd();
  });
}
