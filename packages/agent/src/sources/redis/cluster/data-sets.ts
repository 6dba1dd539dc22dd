import { infoField } from "../info/info.ts";
import { sortOut } from "../members.ts";
import type { ReadMember } from "../members.ts";
import type { Member } from "../round.ts";
import { replication } from "../info/server-info.ts";

/**
 * Which data set each configured server held when it was last read. With it, the memory of a cluster is known
 * after a failover although the user may not list the nodes.
 */
export class DataSets {
  readonly #held = new Map<string, string>();
  /** Data sets of primaries that served beside their former primary, so they did not replace it. */
  readonly #apart = new Set<string>();

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
    const successors = successorsOf(read, this.#apart);
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

/**
 * The data sets of the primaries that were read, by their own id and by the id before they took over.
 * @param apart those that replaced no other; new ones are added
 */
export function successorsOf(read: readonly ReadMember[], apart = new Set<string>()): Map<string, string> {
  const primaries = read.flatMap(({ outcome }) => {
    const { dataSet, primary } = replication(outcome.info).replication ?? {};
    const before = infoField(outcome.info, "replication", "master_replid2");
    return dataSet !== undefined && primary === true ? [{ dataSet, before }] : [];
  });
  const successors = new Map(primaries.map(({ dataSet }) => [dataSet, dataSet]));
  for (const { dataSet, before } of primaries) {
    // A server that never changed its primary has 40 zeros.
    if (before === undefined || !/[^0]/.test(before)) continue;
    // A former replica that got slots of its own names a data set that another primary still serves.
    if (successors.get(before) === before) apart.add(dataSet);
    else if (!apart.has(dataSet)) successors.set(before, dataSet);
  }
  return successors;
}
