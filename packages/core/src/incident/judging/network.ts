import { minute } from "../../kit/time.ts";
import type { WatchedAgent } from "./watched.ts";

/** This many agents, and at least half of them, fell silent within this time: the network between us is the cause. */
const [fewest, within] = [3, 10 * minute];
/** An agent reports every minute. One that said nothing for this long is on its way to silence. */
const quietAfter = 3 * minute;

/**
 * The agents that fell silent together. Some of them may still count as live, because a fault of the network has to be
 * known with its first silent agent.
 * @param agents those that report deployments
 */
export function lostAgents(agents: readonly WatchedAgent[], now: number): Set<string> {
  const quiet = agents
    .filter(({ lastReportAt }) => now - lastReportAt >= quietAfter)
    .toSorted((one, other) => one.lastReportAt - other.lastReportAt);
  const lost = new Set<string>();
  let taken = 0;
  for (let [first, end] = [0, 0]; first < quiet.length; first += 1) {
    const start = quiet[first]?.lastReportAt ?? 0;
    while (end < quiet.length && (quiet[end]?.lastReportAt ?? 0) - start <= within) end += 1;
    // Agents that were silent long before count for nothing.
    const alive = quiet.length - first + (agents.length - quiet.length);
    const count = end - first;
    if (count < fewest || 2 * count < alive) continue;
    // Windows overlap: with ten thousand agents, each of them must not add all of its own again.
    for (const { via } of quiet.slice(Math.max(first, taken), end)) lost.add(via);
    taken = end;
  }
  return lost;
}
