import type { AccessKey } from "@shardwatch/core/contract/access-key";

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

/** "3.5 s ahead", "2 min behind"; undefined when the clocks agree or the difference is unknown. */
export function clockSkew(milliseconds: number | null): string | undefined {
  if (milliseconds === null || Math.abs(milliseconds) <= notableSkew) return undefined;
  const size = Math.abs(milliseconds);
  const [length, unit] = units.find(([one]) => size >= one) ?? units[2];
  const figure = new Intl.NumberFormat("en", { maximumFractionDigits: 1 }).format(size / length);
  return `${figure} ${unit} ${milliseconds > 0 ? "ahead" : "behind"}`;
}

/**
 * When a key was last used. Its agents' last report is exact; the key's own time is rounded. Null when never.
 */
export const lastUse = ({ agents, lastUsed }: AccessKey): string | null => agents[0]?.lastSeen ?? lastUsed;

/** "3 agents", or "2 of 3 agents reporting" when some are silent; undefined without any. */
export function agentCount(agents: AccessKey["agents"]): string | undefined {
  if (agents.length === 0) return undefined;
  const reporting = agents.filter(({ stale }) => !stale).length;
  const all = `${agents.length} ${agents.length === 1 ? "agent" : "agents"}`;
  return reporting < agents.length ? `${reporting} of ${all} reporting` : all;
}
