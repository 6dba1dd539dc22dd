import type { DatabaseFacts } from "../../contract/deployment/deployment.ts";
import { versionSpan } from "../../contract/filter/version.ts";
import { persistenceOf } from "../../contract/deployment/persistence.ts";
import type { ObservedDatabase } from "./observation.ts";

/** More than any cloud has. Lists hold them for each deployment, so one report may not fill a page with them. */
const mostRegions = 50;

/**
 * What the databases of a deployment have in common, for its list item. A fact that is not known of all of them is
 * absent, unless the known ones already differ.
 * @param gaps what the source could not read
 */
export function databaseFacts(
  databases: readonly ObservedDatabase[],
  gaps: readonly string[] = [],
): DatabaseFacts {
  const engines = distinct(databases.map(({ engine }) => engine)).toSorted();
  const regions = distinct(databases.map(({ region }) => region))
    .toSorted()
    .slice(0, mostRegions);
  const versions = versionSpan(databases.flatMap(({ version }) => version ?? []));
  const tls = agreed(databases.map(({ tlsEnabled }) => tlsEnabled));
  const policy = agreed(databases.map(({ evictionPolicy }) => evictionPolicy));
  const ways = databases.map(({ persistence }) => persistenceOf(persistence));
  const persistence = ways.includes(undefined) ? [] : distinct(ways).toSorted();
  const unlimited = databases.filter(({ memoryLimit }) => memoryLimit === "0").length;
  const limitUnknown = databases.filter(({ memoryLimit }) => memoryLimit === null).length;
  return {
    ...(engines.length > 0 && { engines }),
    ...(versions && { versions }),
    ...(versions && engines.length > 1 && { lowestByEngine: lowestByEngine(databases) }),
    ...(tls !== undefined && { tls: tls === mixed ? mixed : tls ? "yes" : "no" }),
    ...(policy !== undefined && { policy }),
    ...(persistence.length > 0 && { persistence }),
    ...(unlimited > 0 && { unlimited }),
    ...(limitUnknown > 0 && limitUnknown < databases.length && { limitUnknown }),
    ...(regions.length > 0 && { regions }),
    ...(gaps.length > 0 && { gaps: true }),
    ...(databases.some(({ evicted }) => evicted !== undefined) && { evictions: true }),
    ...(databases.some(({ persistenceFailed }) => persistenceFailed === true) && { unsaved: true }),
  };
}

function lowestByEngine(databases: readonly ObservedDatabase[]) {
  const lowest: NonNullable<DatabaseFacts["lowestByEngine"]> = {};
  for (const [engine, group] of Map.groupBy(databases, (database) => database.engine)) {
    const span = engine && versionSpan(group.flatMap(({ version }) => version ?? []));
    if (span) lowest[engine] = span[0];
  }
  return lowest;
}

const mixed = "mixed";

/** The one value of all, or "mixed". Undefined while it depends on one that is not known. */
function agreed<T extends string | boolean>(
  values: readonly (T | null | undefined)[],
): T | typeof mixed | undefined {
  const known = distinct(values);
  if (known.length > 1) return mixed;
  return values.every((value) => value != null) ? known[0] : undefined;
}

/** The known values, each once. */
function distinct<T extends string | boolean>(values: readonly (T | null | undefined)[]): T[] {
  return [...new Set(values)].filter((value) => value != null);
}
