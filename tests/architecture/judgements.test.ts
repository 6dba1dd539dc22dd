import { expect, test } from "vitest";
import { read, sourceFiles } from "./files.ts";

const status = '"(?:active|stale|degraded|unreachable|denied|loading)"';

/** Comparisons that judge a deployment, by what they compare. The expressions find the usual forms only. */
const judgements: Readonly<Record<string, RegExp>> = {
  status: new RegExp(
    String.raw`\bstatus *[!=]== *${status}|${status} *[!=]== *[\w.]*\bstatus\b|new Set\(\[ *${status}`,
  ),
  utilization:
    /\b\w*(?:percent|utilization)(?: = \d+ *\})?\)? *[<>]=? *(?:\d|near|full)|\(\d* *(?:percent|utilization)\b.*\) *=> *.*[<>]=/i,
  "licence days": /\b(?:daysLeft|licenseDays|days) *[<>]=? *-?\w|\bexpir\w*\(\w*,? *now\)|\bsoon \* day\b/,
  version: /\breadVersions?\(|\bversion *[<>]=? *[\w"]/,
};

/** Where deployments are judged: one table of fields, and one of concerns. */
const home = "packages/core/src/contract/filter/";

/** Other places, each with the reason why it is no judgement of its own. */
const excused: Readonly<Record<string, string>> = {
  "packages/core/src/adapters/aws/elasticache-parameters.ts": "a percentage among a cache's parameters",
  "packages/core/src/table/row.ts": "the version of a stored row",
  "packages/core/src/deployment/rows/item.ts": "puts databases that are not active first in a list item",
  "packages/core/src/contract/outlook/limit.ts":
    "says in words at which part of its limit a database is full",
  "packages/core/src/contract/support/vulnerabilities.ts": "compares a version with those that have a fix",
  "packages/core/src/contract/support/worst.ts": "finds the version that has all fixes",
  "packages/core/src/redis-cloud/map.ts": "says of a database what Redis Cloud says of it",
  "packages/core/src/redis-cloud/outcome.ts": "the outcome of reading an integration",
  "packages/core/src/incident/rules/sources.ts": "the outcome of reading an integration",
  "packages/web/src/ui/memory/Meter.tsx": "the colour of a bar, which knows no deployment",
  "packages/web/src/ui/text/StatusBadge.tsx": "the look of a word, also of keys and integrations",
  "packages/web/src/pages/deployments/list/StatusCell.tsx":
    "the status of a single database in the explanation",
  "packages/web/src/pages/deployments/detail/StatusLine.tsx": "the tone of the time beside the badge",
  "packages/web/src/pages/deployments/detail/databases/database-index.ts":
    "the filter of a deployment's databases",
  "packages/web/src/pages/deployments/detail/totals.ts": "counts the active databases of one deployment",
  "packages/web/src/pages/deployments/detail/parts/license.ts":
    "tells the expiry of the licence in words, and their tone",
};

const judging = /^packages\/(core|functions|web|cli)\/src\//;

/** The lines of a file that judge a deployment. Comments only describe the words. */
function judgementsIn(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => !/^(\/?\*|\/\/)/.test(line))
    .flatMap((line) =>
      Object.entries(judgements).flatMap(([what, pattern]) =>
        pattern.test(line) ? [`${what}: ${line}`] : [],
      ),
    );
}

test("the search finds judgements, and lets other comparisons pass", () => {
  for (const line of [
    'if (item.status === "stale") return;',
    'rows.filter(({ status }) => status !== "active")',
    'const bad = new Set(["stale", "denied"]);',
    "if (percent >= 90) return;",
    "uses.filter(({ percent = 0 }) => percent >= nearLimit)",
    "const full = facts.utilization > 95;",
    "if (daysLeft < 30) return;",
    "const expiry = expiryOf(date, now);",
    "if (readVersion(version) === undefined) return;",
    'if (version < "7.2") return;',
  ])
    expect(judgementsIn(line), line).toHaveLength(1);
  for (const line of [
    'if (invitation.status === "pending") return;',
    "if (response.status === 404) return;",
    "const version = 3;",
    "for (let day = 0; day < days.length; day += 1)",
    '* "stale" when status === "stale"',
  ])
    expect(judgementsIn(line), line).toEqual([]);
});

test("FIL09 no other file compares an item's status, utilization, licence days or versions", () => {
  const found = sourceFiles()
    .filter((path) => judging.test(path) && !path.startsWith(home) && !path.includes(".test."))
    .filter((path) => !Object.hasOwn(excused, path))
    .flatMap((path) => judgementsIn(read(path)).map((line) => `${path}: ${line}`));
  expect(found).toEqual([]);
});
