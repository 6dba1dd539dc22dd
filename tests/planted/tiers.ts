import type { Fault } from "./fault.ts";

/** "first" is what `npm test` runs, "second" what only `npm run test:all` runs: see tests/README.md. */
export type Tier = "first" | "second";
export const tiers: readonly Tier[] = ["first", "second"];

/** The tests of one tier that have to notice a fault. */
export type Chosen = Pick<Fault, "browser" | "title" | "tests">;

/** Tests of what SST would deploy are the step `infra` of `npm test`. */
const isGraph = (path: string) => path.startsWith("tests/graph/");

/** The arguments of Vitest; undefined when none of the files has tests of that tier. */
export function vitestArguments({ tests, title }: Chosen, tier: Tier): string[] | undefined {
  const files = tests.filter((path) =>
    tier === "first" ? !path.includes(".all.test.") : /\.(all|seeds|both)\.test\./.test(path),
  );
  if (files.length === 0) return undefined;
  const projects = tier === "first" ? ["unit", ...(files.some(isGraph) ? ["graph"] : [])] : ["all"];
  return [
    "run",
    ...projects.map((name) => `--project=${name}`),
    ...files,
    ...(title === undefined ? [] : ["-t", title]),
  ];
}

/** The arguments of Playwright. A tag belongs to what it searches for a title. */
export function playwrightArguments({ tests, title }: Chosen, tier: Tier): string[] {
  const [named, tagged] = [title === undefined ? "" : `(?=.*${title})`, "(?=.*@all)"];
  const which = tier === "second" ? ["--grep", `^${tagged}${named}`] : ["--grep-invert", "@all"];
  if (tier === "first" && title !== undefined) which.push("--grep", title);
  return ["test", ...tests, ...which];
}
