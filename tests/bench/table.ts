import { mkdirSync, writeFileSync } from "node:fs";

/** One row of the benchmark's table: the measured value, the reference, and the goal. */
export interface Figure {
  metric: string;
  reference: string;
  ours: string;
  /** Ours divided by the reference, or the count itself where the goal is a count. */
  ratio: number;
  goal: number;
}

/** Prints the figures as a table and writes them to reports/bench.json. */
export function show(figures: readonly Figure[]): void {
  const rows = figures.map(({ metric, reference, ours, ratio, goal }) => [
    metric,
    reference,
    ours,
    ratio.toFixed(2),
    `≤ ${goal}`,
    ratio <= goal ? "reached" : "missed",
  ]);
  const all = [["metric", "reference", "ours", "ratio", "goal", ""], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of all) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  mkdirSync("reports", { recursive: true });
  writeFileSync("reports/bench.json", `${JSON.stringify(figures, null, 2)}\n`);
}

/** The median. */
export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The percentile: the value that this many percent do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? Number.NaN;
}

/**
 * Median CPU of one call of each, in milliseconds. The calls alternate, so that a slower machine slows both.
 */
export async function cpuInTurns(
  first: () => unknown,
  second: () => unknown,
  rounds: number,
  callsEach: number,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1)
    for (const [index, call] of [first, second].entries()) {
      const start = process.cpuUsage();
      for (let count = 0; count < callsEach; count += 1) await call();
      const { user, system } = process.cpuUsage(start);
      // The first rounds warm up the compiler.
      if (round >= 3) times[index]?.push((user + system) / 1_000 / callsEach);
    }
  return [median(times[0]), median(times[1])];
}
