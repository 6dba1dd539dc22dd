import type { AccessKey } from "@shardwatch/core/contract/source/access-key";

/** A key without its secret, as in configuration files: "sw_key_01kj…z9j6a_…". */
export function maskedKey(keyId: string): string {
  const id = keyId.length > 20 ? `${keyId.slice(0, 8)}…${keyId.slice(-6)}` : keyId;
  return `sw_${id}_…`;
}

/** From this clock difference on it is shown, in milliseconds. */
const notableSkew = 2_000;
const units = [
  [3_600_000, "h"],
  [60_000, "min"],
  [1_000, "s"],
] as const;

/** "1.3 s", "2 min"; shorter than a second: "250 ms". */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1_000) return `${milliseconds} ms`;
  const [length, unit] = units.find(([one]) => milliseconds >= one) ?? units[2];
  return `${new Intl.NumberFormat("en", { maximumFractionDigits: 1 }).format(milliseconds / length)} ${unit}`;
}

/** "3.5 s ahead", "2 min behind"; undefined when the clocks agree or the difference is unknown. */
export function clockSkew(milliseconds: number | null): string | undefined {
  if (milliseconds === null || Math.abs(milliseconds) <= notableSkew) return undefined;
  return `${durationText(Math.abs(milliseconds))} ${milliseconds > 0 ? "ahead" : "behind"}`;
}

/**
 * When a key was last used. Its agents' last report is exact; the key's own time is rounded. Null when never.
 */
export const lastUse = ({ agents, lastUsed }: AccessKey): string | null => agents[0]?.lastSeen ?? lastUsed;

/** A key that nothing has used for this long is probably forgotten, in milliseconds. */
const forgottenAfter = 90 * 86_400_000;

/** Whether a key was not used for 90 days: since its last use, or since its creation when never. */
export const isForgotten = (key: AccessKey, now: number): boolean =>
  now - Date.parse(lastUse(key) ?? key.createdAt) > forgottenAfter;

/** The versions of a key's agents, the newest first: "1.3.0, 1.2.1". */
export function agentVersions(agents: AccessKey["agents"]): string {
  const versions = [...new Set(agents.flatMap(({ version }) => version ?? []))];
  const byNumber = (left: string, right: string) => right.localeCompare(left, "en", { numeric: true });
  return versions.toSorted(byNumber).join(", ");
}

/** "3 agents", or "2 of 3 agents reporting" when some are silent; undefined without any. */
export function agentCount(agents: AccessKey["agents"]): string | undefined {
  if (agents.length === 0) return undefined;
  const reporting = agents.filter(({ stale }) => !stale).length;
  const all = `${agents.length} ${agents.length === 1 ? "agent" : "agents"}`;
  return reporting < agents.length ? `${reporting} of ${all} reporting` : all;
}
