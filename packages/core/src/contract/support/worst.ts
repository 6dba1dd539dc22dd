import type { Engine } from "../deployment/deployment.ts";
import type { Fact } from "../filter/value.ts";
import { readVersion, writeWhole } from "../filter/version.ts";
import { traitsOf } from "../source/source.ts";
import { isBranchKnown, vulnerabilitiesOf, type VulnerabilityOf } from "./vulnerabilities.ts";

/* The worst known vulnerability of versions. Lists, filters, the rule and the overview judge by this. */

export interface EngineVersion {
  engine: Engine;
  /** As its source writes it: "7.2.4", "v7.2.4". */
  version: string;
}

/**
 * The vulnerabilities that people said their distribution patched, by `versionKeyOf`. One that became known after they
 * said it is not among them.
 */
export type PatchedVersions = ReadonlyMap<string, readonly string[]>;

/** The worst known vulnerability of a version, and what mends all of its. */
export interface WorstVulnerability {
  /** As `versionKeyOf` returns it. */
  key: string;
  id: string;
  /** CVSS; null where no score was found. */
  score: number | null;
  /** How many are known. */
  count: number;
  /** The first version of this branch with all fixes; undefined where the branch does not get all. */
  fixedIn: string | undefined;
}

/** How bad the worst is, in the words of CVSS, with what people call it. */
export const cveLevels = {
  critical: "critical",
  high: "high",
  medium: "medium",
  low: "low",
  unscored: "without a score",
  patched: "patched by the distribution",
};
export type CveLevel = keyof typeof cveLevels;

/** The score from which on each level holds, the worst first: CVSS. */
const floors = [
  [9, "critical"],
  [7, "high"],
  [4, "medium"],
] as const;

/** The score from which on a vulnerability is critical, and from which on it is high. */
export const [[criticalFrom], [highFrom]] = floors;

export function levelOfScore(score: number | null): Exclude<CveLevel, "patched"> {
  if (score === null) return "unscored";
  return floors.find(([from]) => score >= from)?.[1] ?? "low";
}

/** Names a version of an engine: "redis 7.2.4". Undefined for a text that is no version. */
export function versionKeyOf({ engine, version }: EngineVersion): string | undefined {
  const number = readVersion(version);
  return number === undefined ? undefined : `${engine} ${writeWhole(number)}`;
}

const engineNames: Readonly<Record<Engine, string>> = { redis: "Redis", valkey: "Valkey" };

/** The version of a key; undefined for any other text. */
export function versionOfKey(key: string): (EngineVersion & { name: string }) | undefined {
  const [engine = "", version = ""] = key.split(" ");
  if (engine !== "redis" && engine !== "valkey") return undefined;
  return versionKeyOf({ engine, version }) === key
    ? { engine, version, name: `${engineNames[engine]} ${version}` }
    : undefined;
}

/**
 * Whether its versions are those of Redis or Valkey. ElastiCache, Redis Cloud and Redis Enterprise have builds with
 * fixes of their own.
 */
export const isOwnServer = ({ type, source }: { type: string; source: string }): boolean =>
  traitsOf(source).product === null && type !== "ENTERPRISE";

/** The known vulnerabilities of a version, the worst first; undefined where nothing is known of its branch. */
export const knownOf = ({ engine, version }: EngineVersion): readonly VulnerabilityOf[] | undefined =>
  isBranchKnown(engine, version) ? vulnerabilitiesOf(engine, version) : undefined;

/** Sources may write anything for a version, so only so many are kept. */
const mostKept = 1_000;
const kept = new Map<string, Fact<WorstVulnerability>>();

/** The worst of one version. Null: none is known. Undefined: nothing is known of its branch. */
function worstOfVersion(version: EngineVersion, patched?: readonly string[]): Fact<WorstVulnerability> {
  if (patched) return judge(version, patched);
  const text = `${version.engine} ${version.version}`;
  if (kept.has(text)) return kept.get(text);
  if (kept.size >= mostKept) kept.clear();
  const worst = judge(version, []);
  kept.set(text, worst);
  return worst;
}

function judge(version: EngineVersion, patched: readonly string[]): Fact<WorstVulnerability> {
  const key = versionKeyOf(version);
  const known = knownOf(version)?.filter(({ id }) => !patched.includes(id));
  if (!known || key === undefined) return undefined;
  const [first] = known;
  if (!first) return null;
  return { key, id: first.id, score: first.score, count: known.length, fixedIn: highest(known) };
}

function highest(known: readonly VulnerabilityOf[]): string | undefined {
  const fixes = known.map(({ fixedIn }) => fixedIn);
  return fixes.reduce((one, other) =>
    one === undefined || other === undefined || (readVersion(one) ?? 0) >= (readVersion(other) ?? 0)
      ? one && other && one
      : other,
  );
}

const scoreOf = (one: Fact<WorstVulnerability>) => one?.score ?? -1;

/**
 * The worst of the versions of a deployment. Null: none is known. Undefined: too little is known.
 * @param patched what people said is patched; left out, nothing is
 */
export function worstOf(
  versions: readonly EngineVersion[] | undefined,
  patched?: PatchedVersions,
): Fact<WorstVulnerability> {
  if (!versions || versions.length === 0) return undefined;
  let worst: WorstVulnerability | undefined;
  let isUnknown = false;
  for (const version of versions) {
    const one = worstOfVersion(version, patched?.get(versionKeyOf(version) ?? ""));
    if (one === undefined) isUnknown = true;
    else if (one && (!worst || scoreOf(one) > scoreOf(worst))) worst = one;
  }
  return worst ?? (isUnknown ? undefined : null);
}

interface Judged {
  ownVersions: readonly EngineVersion[] | undefined;
  organization: string;
  patched?: PatchedVersions | undefined;
  troubleOf?: { patchedIn?: ((organization: string) => PatchedVersions | undefined) | undefined } | undefined;
}

/** The worst known vulnerability of a deployment, without what people said is patched. */
export const worstLeft = ({
  ownVersions,
  organization,
  patched,
  troubleOf,
}: Judged): Fact<WorstVulnerability> => worstOf(ownVersions, patched ?? troubleOf?.patchedIn?.(organization));

/** How bad that is. Null: none is known. Undefined: too little is known. */
export function cveOf(facts: Judged): Fact<CveLevel> {
  const known = worstOf(facts.ownVersions);
  if (!known) return known;
  const left = worstLeft(facts);
  return left ? levelOfScore(left.score) : "patched";
}

/** The page of a vulnerability in the CVE list or at GitHub; undefined for any other id. */
export function advisoryOf(id: string): string | undefined {
  if (/^CVE-\d{4}-\d{4,19}$/.test(id)) return `https://www.cve.org/CVERecord?id=${id}`;
  return /^GHSA(-[\da-z]{4}){3}$/.test(id) ? `https://github.com/advisories/${id}` : undefined;
}
