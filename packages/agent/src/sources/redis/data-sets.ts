import { infoField } from "./info.ts";
import { sortOut } from "./members.ts";
import type { ReadMember } from "./members.ts";
import type { Member } from "./round.ts";
import { replication } from "./server-info.ts";

/**
 * Which data set each configured server held when it was last read. With it, the memory of a cluster is known
 * after a failover although the user may not list the nodes.
 */
export class DataSets {
  readonly #held = new Map<string, string>();

  /**
   * Remembers the servers that were read. Returns the addresses of the others whose data set a primary among
   * them holds: replicas of it, and the primary that it replaced.
   */
  replaced(members: readonly Member[]): Set<string> {
    const { read, unread } = sortOut(members);
    for (const member of read) {
      const { dataSet } = replication(member.outcome.info).replication ?? {};
      if (dataSet !== undefined) this.#held.set(member.address, dataSet);
    }
    const successors = successorsOf(read);
    const replaced = new Set<string>();
    for (const { address } of unread) {
      const successor = successors.get(this.#held.get(address) ?? "");
      if (successor === undefined) continue;
      replaced.add(address);
      this.#held.set(address, successor);
    }
    return replaced;
  }
}

/** The data sets of the primaries that were read, by their own id and by the id before they took over. */
export function successorsOf(read: readonly ReadMember[]): Map<string, string> {
  const successors = new Map<string, string>();
  const own = new Set<string>();
  for (const { outcome } of read) {
    const { dataSet, primary } = replication(outcome.info).replication ?? {};
    if (dataSet === undefined || primary !== true) continue;
    const before = infoField(outcome.info, "replication", "master_replid2");
    // A server that never changed its primary has 40 zeros.
    if (before !== undefined && /[^0]/.test(before)) successors.set(before, dataSet);
    own.add(dataSet);
  }
  // A former replica that got slots of its own names a data set that another primary still serves.
  for (const dataSet of own) successors.set(dataSet, dataSet);
  return successors;
}
