import { integrationSources, isRead, traitsOf } from "../../contract/source/source.ts";
import { agentSecurityFixes } from "../../contract/support/agent-fixes.ts";
import { day, minute } from "../../kit/time.ts";
import type { WatchedSource } from "../judging/watched.ts";
import { bySource, lasting } from "./condition.ts";
import { type AgentRule, failing, type SourceRule, unclear, well } from "./rule.ts";
import { advice, are, countOf } from "./words.ts";

/** Until two readings were denied. */
const deniedFor = (kind: string): number => traitsOf(kind).deniedFor * minute;
/** Until six readings failed. */
const failedFor = 25 * minute;

const longEnough = ({ kind, status }: WatchedSource): number =>
  status === "denied" ? deniedFor(kind) : failedFor;

/** An account that can't be read, or only in part. */
export const sourceFailing: SourceRule = {
  holds: "sync is failing",
  many: (count) => `Sync is failing for ${countOf(count, "account")}`,
  condition: {
    text: `An account whose access is denied for ${bySource(integrationSources, deniedFor)}, or whose syncs fail for ${lasting(failedFor)}; critical when access is denied; over with the next good sync`,
    severities: ["critical", "warning"],
  },
  advice: advice("Open the account under Sources. Its steps show which call failed."),
  cause: "source",
  waits: { usual: failedFor, least: longEnough },
  timing: (source) => ({ for: longEnough(source), keep: 0 }),
  judge: ({ kind, status, lastError, lastDataAt: since }) => {
    if (!isRead(kind) || status === "pending") return unclear;
    if (status === "ok") return well;
    return status === "denied"
      ? failing("critical", lastError, { step: 2, since })
      : failing("warning", lastError, { since });
  },
};

/** After these times a key counts as not used: since its creation, and since its last use. */
const [neverUsed, notUsed] = [7 * day, 90 * day];

/** A key that nothing uses is a secret that nobody would miss. */
export const keyUnused: SourceRule = {
  holds: "agent keys are not used",
  many: (count) => `${countOf(count, "agent key")} ${are(count)} not used`,
  condition: {
    text: `An agent key that was never used in the ${lasting(neverUsed)} after its creation, or not for ${lasting(notUsed)}; over when it is used or revoked`,
    severities: ["info"],
  },
  advice: advice("Revoke the keys that nobody needs."),
  cause: "rule",
  timing: () => ({ for: 0, keep: 0 }),
  judge: ({ kind, createdAt, lastDataAt }, now) => {
    if (isRead(kind)) return well;
    const isUnused = lastDataAt === undefined ? now - createdAt >= neverUsed : now - lastDataAt >= notUsed;
    const value = lastDataAt === undefined ? "never used" : `unused for ${lasting(notUsed)}`;
    return isUnused ? failing("info", value) : well;
  },
};

/** From this skew on, in milliseconds. A report is refused at five minutes. */
const [skewed, corrected] = [2 * minute, minute];

const clockTimes = { for: 10 * minute, keep: 0 };

/** An agent whose clock is about to have its reports refused. */
export const agentClock: AgentRule = {
  holds: "the agent's clock is wrong",
  many: (count) => `The clocks of ${countOf(count, "agent")} are wrong`,
  condition: {
    text: `An agent's clock more than ${lasting(skewed)} off for ${lasting(clockTimes.for)}; over below ${lasting(corrected)}`,
    severities: ["warning"],
  },
  advice: advice(
    "Correct the clock of the agent's host. At five minutes, its reports are refused.",
    "chronyc tracking",
  ),
  cause: "clock",
  waits: { usual: clockTimes.for },
  timing: () => clockTimes,
  judge: ({ clockSkewMs }) => {
    if (clockSkewMs === null) return unclear;
    const off = Math.abs(clockSkewMs);
    const value = `${Math.round(off / 1_000)} s ${clockSkewMs > 0 ? "ahead" : "behind"}`;
    return { when: off > skewed, clear: off < corrected, severity: "warning", step: 1, value };
  },
};

/** How many minor releases an agent may be behind. */
const tolerated = 1;
const releaseTimes = { for: day, keep: 0 };

/**
 * An agent of an old release. It is information unless a later release fixes a weakness of it.
 * @param fixes the releases that fix a weakness of the agent
 */
export const agentOldBy = (fixes: readonly string[]): AgentRule => ({
  holds: "agents run an old release",
  many: (count) => `${countOf(count, "agent")} ${are(count)} of an old release`,
  condition: {
    text: `An agent that is more than ${countOf(tolerated, "minor release")} behind for ${lasting(releaseTimes.for)}; warning when a later release fixes a weakness of it; over with a newer agent`,
    severities: ["warning", "info"],
  },
  advice: advice("Install the agent of this release."),
  cause: "rule",
  timing: () => releaseTimes,
  judge: ({ version, ours }) => {
    const [own, other] = [numbersOf(ours), numbersOf(version)];
    if (!own || !other) return unclear;
    const value = `agent ${version}`;
    if (fixes.some((fix) => isBefore(other, numbersOf(fix))))
      return failing("warning", `${value}, which lacks a security fix`, { step: 2 });
    const isOld =
      other.major < own.major || (other.major === own.major && own.minor - other.minor > tolerated);
    return isOld ? failing("info", value) : well;
  },
});

export const agentOld = agentOldBy(agentSecurityFixes);

type Release = Record<"major" | "minor" | "patch", number>;

function numbersOf(release: string | null): Release | undefined {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)/.exec(release ?? "") ?? [];
  if (major === undefined) return undefined;
  return { major: Number(major), minor: Number(minor), patch: Number(patch) };
}

function isBefore(one: Release, other: Release | undefined): boolean {
  if (!other) return false;
  const first = (["major", "minor", "patch"] as const).find((part) => one[part] !== other[part]);
  return first !== undefined && one[first] < other[first];
}
