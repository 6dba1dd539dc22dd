import { expect, test } from "vitest";
import { read, sourceFiles } from "./files.ts";

/** Files of one kind of source, and the records in which each kind is one entry. */
const ownFiles = [
  // The records.
  "packages/core/src/contract/source.ts",
  "packages/core/src/sources.ts",
  "packages/core/src/ports/accounts.ts",
  "packages/core/src/adapters/sealed-accounts.ts",
  "packages/functions/src/jobs/read-redis-cloud.ts",
  "packages/local/src/third-parties.ts",
  "packages/web/src/sources/index.ts",
  "packages/web/src/pages/integrations/kinds.tsx",
  // One kind each.
  "packages/core/src/redis-cloud/",
  "packages/core/src/elasticache/",
  "packages/core/src/agent-key/",
  "packages/core/src/report/",
  "packages/web/src/api/redis-cloud",
  // What is shown of a demo, and what the release before queued.
  "packages/local/src/seed/",
  "packages/local/src/demo",
  "packages/core/src/contract/job.ts",
];

/** Files in which "agent" is no kind of source: a caller, or the cause of an incident. */
const otherAgents = [
  "packages/core/src/access/",
  "packages/core/src/audit/",
  "packages/core/src/incident/words.ts",
  "packages/web/src/pages/incidents/",
];

const isIn = (path: string, places: readonly string[]) => places.some((place) => path.startsWith(place));

/** What a file asks of a kind by its name, where it should ask for a trait. */
function namesIn(path: string, text: string): string[] {
  if (!path.startsWith("packages/") || /\.test\.tsx?$|^packages\/agent\/|\/simulators\//.test(path))
    return [];
  if (isIn(path, ownFiles)) return [];
  const kinds =
    text.match(/"redis-cloud"|[!=]== "elasticache"|"elasticache" [!=]==|case "elasticache"/g) ?? [];
  const agents = text.match(/\b(source|kind)\s*[!=]== "agent"/g) ?? [];
  return [...kinds, ...(isIn(path, otherAgents) ? [] : agents)];
}

test("nothing asks which kind a source is, but for the records of kinds and what belongs to one kind", () => {
  const found = sourceFiles().flatMap((path) => namesIn(path, read(path)).map((name) => `${path}: ${name}`));
  expect(found).toEqual([]);
});

test.each([
  'if (source === "agent") return 1;',
  'const words = { "redis-cloud": 1 };',
  'case "elasticache":',
])("%s asks for a kind", (code) => {
  expect(namesIn("packages/core/src/history/new.ts", code)).toHaveLength(1);
  expect(namesIn("packages/core/src/elasticache/new.ts", code)).toEqual([]);
});
