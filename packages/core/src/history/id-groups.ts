import { leadingBits } from "./deployment-bytes.ts";
import type { SlotDeployment } from "./trail-payload.ts";

/** How many databases a group has on average at most. A reader of one deployment reads all of its group. */
const databasesOfGroup = 150;
/** A source's deployments are in at most 128 groups. */
export const mostSplit = 7;

/** Deployments whose ids have the same leading bits, so none changes its group when others come or go. */
export interface IdGroup {
  /** How many bits. */
  split: number;
  /** The bits as a number. */
  group: number;
}

/** The group of a deployment. */
export const idGroupOf = (id: string, split: number): IdGroup => ({ split, group: leadingBits(id, split) });

/** Every group that may hold a deployment: the whole, and one for each number of bits. */
export const idGroupsOf = (id: string): [IdGroup, ...IdGroup[]] => [
  idGroupOf(id, 0),
  ...Array.from({ length: mostSplit }, (_, index) => idGroupOf(id, index + 1)),
];

/** Into how many groups that many databases are divided, as the number of bits. */
export function splitFor(databases: number): number {
  let split = 0;
  while (split < mostSplit && databases > databasesOfGroup * 2 ** split) split += 1;
  return split;
}

/** All groups of a source that divides its deployments by that many bits. */
export const everyIdGroup = (split: number): IdGroup[] =>
  Array.from({ length: 2 ** split }, (_, group) => ({ split, group }));

/** How many databases one group may have: 31 bytes of each are what DynamoDB takes in a row. */
const mostOfGroup = 12_000;

/**
 * Whether the deployments of a slot have more databases in one group than a row can hold. It takes thousands of databases
 * in each of several deployments whose ids begin alike.
 */
export const isTooLarge = (deployments: readonly SlotDeployment[]): boolean =>
  divide(deployments).some(({ deployments: members }) => databasesIn(members) > mostOfGroup);

const databasesIn = (deployments: readonly SlotDeployment[]): number =>
  deployments.reduce((sum, one) => sum + (one.databases?.ids.length ?? 0), 0);

/** Divides the deployments of a slot into as few groups as their databases need. */
export function divide(
  deployments: readonly SlotDeployment[],
): { group: IdGroup; deployments: SlotDeployment[] }[] {
  const split = splitFor(databasesIn(deployments));
  const groups = new Map<number, SlotDeployment[]>();
  for (const deployment of deployments) {
    const { group } = idGroupOf(deployment.id, split);
    groups.set(group, [...(groups.get(group) ?? []), deployment]);
  }
  return [...groups].map(([group, members]) => ({ group: { split, group }, deployments: members }));
}
