import { readVersion } from "../filter/version.ts";
import type { Engine } from "../deployment.ts";
import { branchOf } from "./branch.ts";

/**
 * The day of the table below. Sources: release notes of Redis and Valkey, and the CVE records. A version that is
 * only assumed to have a fix is left out: the table states nothing about its branch then.
 */
export const vulnerabilitiesAsOf = "2026-11-21";

/** A vulnerability with the first version of each branch that has the fix. */
export interface Vulnerability {
  /** "CVE-2025-49844", or the advisory's id. */
  id: string;
  /** What an attacker can do, and what it needs. */
  what: string;
  /** CVSS 3.1 by its assigner, or 4.0 where that is all; null where no score was found. */
  score: number | null;
  fixedIn: Readonly<Partial<Record<Engine, readonly string[]>>>;
  /** Branches that have the vulnerability and no fix. */
  unfixed?: Readonly<Partial<Record<Engine, readonly string[]>>>;
}

const lua2025 = {
  redis: ["6.2.20", "7.2.11", "7.4.6", "8.0.4", "8.2.2"],
  valkey: ["7.2.11", "8.0.6", "8.1.4"],
};
const july2025 = {
  redis: ["6.2.19", "7.2.10", "7.4.5", "8.0.3", "8.2.0"],
  valkey: ["7.2.10", "8.0.4", "8.1.3"],
};
const may2026 = {
  redis: ["7.4.9", "8.2.6", "8.4.3", "8.6.3", "8.8.0"],
  valkey: ["8.1.7", "9.0.4", "9.1.0"],
};
const october2024 = { redis: ["6.2.16", "7.2.6", "7.4.1"] };
const summer2026Valkey = ["7.2.14", "8.0.10", "8.1.9", "9.0.5", "9.1.1"];
const february2026Valkey = ["7.2.12", "8.0.7", "8.1.6", "9.0.2"];

/** The worst first, within a score the newest. */
export const vulnerabilities: readonly Vulnerability[] = [
  {
    id: "CVE-2025-49844",
    what: "Lua scripts can run code on the server",
    score: 10,
    fixedIn: lua2025,
  },
  {
    id: "CVE-2026-81934",
    what: "Use after free in the list of pending TLS connections",
    score: 9.8,
    fixedIn: { redis: ["7.2.16", "7.4.11", "8.2.9", "8.4.6", "8.6.6", "8.8.2", "8.10.1"] },
    unfixed: { redis: ["8.0"] },
  },
  {
    id: "CVE-2026-63639",
    what: "RESTORE of a stream can use freed memory",
    score: 8.8,
    fixedIn: { valkey: summer2026Valkey },
  },
  {
    id: "CVE-2022-24834",
    what: "Lua scripts can overflow the JSON library and run code",
    score: 8.8,
    fixedIn: { redis: ["6.0.20", "6.2.13", "7.0.12"] },
  },
  {
    id: "CVE-2025-67733",
    what: "An error reply of a Lua script can inject further replies",
    score: 8.5,
    fixedIn: { valkey: february2026Valkey },
  },
  {
    id: "CVE-2026-23479",
    what: "Unblocking a client can use freed memory",
    score: 7.7,
    fixedIn: may2026,
    unfixed: { redis: ["8.0"] },
  },
  {
    id: "CVE-2026-25243",
    what: "RESTORE can access invalid memory",
    score: 7.7,
    fixedIn: may2026,
    unfixed: { redis: ["8.0"] },
  },
  {
    id: "CVE-2025-62507",
    what: "XACKDEL can overflow the stack",
    score: 7.7,
    fixedIn: { redis: ["8.2.3"] },
  },
  {
    id: "CVE-2026-56684",
    what: "CLIENT KILL can use a freed entry of the pending TLS connections",
    score: 7.5,
    fixedIn: { valkey: summer2026Valkey },
  },
  {
    id: "CVE-2026-27623",
    what: "Anybody who can connect can stop the server, without signing in",
    score: 7.5,
    fixedIn: { valkey: ["9.0.3"] },
  },
  {
    id: "CVE-2026-21863",
    what: "A message on the cluster bus can stop the server",
    score: 7.5,
    fixedIn: { valkey: february2026Valkey },
  },
  {
    id: "CVE-2025-48367",
    what: "Connection errors can stop the service, without signing in",
    score: 7.5,
    fixedIn: july2025,
  },
  {
    id: "CVE-2025-21605",
    what: "Output buffers grow without limit, without signing in",
    score: 7.5,
    fixedIn: { redis: ["7.4.3", "8.0.0"], valkey: ["7.2.9", "8.0.3", "8.1.1"] },
  },
  {
    id: "CVE-2025-46818",
    what: "Lua scripts can run as another user",
    score: 7.3,
    fixedIn: lua2025,
  },
  {
    id: "CVE-2025-32023",
    what: "A HyperLogLog can write out of bounds",
    score: 7,
    fixedIn: july2025,
  },
  {
    id: "CVE-2025-46817",
    what: "Lua scripts can overflow an integer and run code",
    score: 7,
    fixedIn: lua2025,
  },
  {
    id: "CVE-2024-46981",
    what: "Lua scripts can run code through the garbage collector",
    score: 7,
    fixedIn: { redis: ["6.2.17", "7.2.7", "7.4.2"], valkey: ["7.2.8", "8.0.2"] },
  },
  {
    id: "CVE-2024-31449",
    what: "Lua's bit library can overflow the stack and run code",
    score: 7,
    fixedIn: october2024,
  },
  {
    id: "CVE-2026-23631",
    what: "A Lua script during a full synchronization of a writable replica can use freed memory",
    score: 6.1,
    fixedIn: may2026,
    unfixed: { redis: ["8.0"] },
  },
  {
    id: "CVE-2024-31228",
    what: "A long pattern can stop the server",
    score: 5.5,
    fixedIn: october2024,
  },
  {
    id: "CVE-2024-51741",
    what: "A wrong selector of an ACL rule can stop the server",
    score: 4.4,
    fixedIn: { redis: ["7.2.7", "7.4.2"], valkey: ["7.2.8", "8.0.2"] },
  },
  {
    id: "CVE-2024-31227",
    what: "A malformed selector of an ACL rule can stop the server",
    score: null,
    fixedIn: { redis: ["7.2.6", "7.4.1"] },
  },
  {
    id: "CVE-2025-46819",
    what: "Lua scripts can read out of bounds",
    score: null,
    fixedIn: lua2025,
  },
  {
    id: "CVE-2026-62356",
    what: "RESTORE of a count-min sketch can write out of bounds",
    score: null,
    fixedIn: { redis: ["8.2.9", "8.4.6", "8.6.6", "8.8.2", "8.10.1"] },
  },
  {
    id: "GHSA-fq2f-crmw-q97r",
    what: "The state of a Lua debugger can be used after it is freed, without signing in",
    score: null,
    fixedIn: { valkey: ["9.1.2"] },
  },
];

/**
 * The month from which on a branch has got no fixes, though vulnerabilities were found in it. Redis 5.0 to 7.0: none of
 * the fixes from October 2024 on. Redis 8.0: its last release is of February 2026.
 */
const lastFixes: Readonly<Partial<Record<Engine, Readonly<Record<string, string>>>>> = {
  redis: { "5.0": "2024-10", "6.0": "2024-10", "7.0": "2024-10", "8.0": "2026-02" },
};

/** The month from which on the branch of a version gets no fixes, "2024-10"; undefined where it does. */
export function withoutFixesSince(engine: Engine, version: string): string | undefined {
  const branch = branchOf(version);
  return branch === undefined ? undefined : lastFixes[engine]?.[branch];
}

/** What the table says of one version. */
export interface VulnerabilityOf extends Pick<Vulnerability, "id" | "what" | "score"> {
  /** The first version of this branch with the fix; undefined where the branch gets none. */
  fixedIn: string | undefined;
}

/**
 * The vulnerabilities that a version is known to have. An empty list says nothing of a branch that the table does not
 * name: see `isBranchKnown`. A distribution may have patched a version without changing its number.
 */
export function vulnerabilitiesOf(engine: Engine, version: string): readonly VulnerabilityOf[] {
  const number = readVersion(version);
  const branch = branchOf(version);
  if (number === undefined || branch === undefined) return [];
  return vulnerabilities.flatMap(({ fixedIn, unfixed, ...vulnerability }): VulnerabilityOf[] => {
    const fix = fixedIn[engine]?.find((fixed) => branchOf(fixed) === branch);
    if (fix === undefined)
      return unfixed?.[engine]?.includes(branch) ? [{ ...vulnerability, fixedIn: undefined }] : [];
    return number < (readVersion(fix) ?? 0) ? [{ ...vulnerability, fixedIn: fix }] : [];
  });
}

const branchesOf = (engine: Engine): ReadonlySet<string | undefined> =>
  new Set(
    vulnerabilities.flatMap(({ fixedIn, unfixed }) => [
      ...(fixedIn[engine] ?? []).map((fix) => branchOf(fix)),
      ...(unfixed?.[engine] ?? []),
    ]),
  );

/** Whether the table names the branch of a version at all. Of others nothing is known. */
export function isBranchKnown(engine: Engine, version: string): boolean {
  const branch = branchOf(version);
  return branch !== undefined && branchesOf(engine).has(branch);
}
