import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { DeploymentListItem } from "../../contract/deployment/deployment.ts";
import { mostOfPart } from "../../contract/token/metric-limits.ts";
import { idAlphabet, idPrefixes } from "../../kit/ids.ts";
import { Problem } from "../../kit/problem.ts";
import { deploymentOfKey, deploymentsOf, deploymentsUnder } from "../rows/deployment.keys.ts";
import type { FigureReader } from "./figure-join.ts";
import { itemsIn, parsedAsTheyAre } from "./items.ts";
import type { ListedPulse } from "./owners.ts";

/*
 * Parts of an organization for programs that read all of it again and again. All reads of this file may be a second old,
 * because that costs half.
 */

/** One part of several: the first of eight is { part: 1, of: 8 }. */
export interface Part {
  part: number;
  of: number;
}

/** Into how many parts an organization can be cut: each is a range of the first characters of ids. */
export const possibleParts: readonly number[] = [1, 2, 4, 8, 16, 32];

/** Where the random characters of a deployment's id begin. */
const start = idPrefixes.deployment.length + 1;

/** Whether a deployment with this id is in a part. */
export const isInPart = ({ part, of }: Part, id: string): boolean =>
  Math.floor((idAlphabet.indexOf(id.charAt(start)) * of) / idAlphabet.length) === part - 1;

/** What is joined to the deployments: the newest five-minute figures, and pulses that the caller has read. */
interface Joined {
  figures: FigureReader;
  pulses?: Promise<readonly ListedPulse[]> | undefined;
}

/** Deployments with their newest figures. */
interface Deployments {
  items: DeploymentListItem[];
  hasMore: boolean;
}

/**
 * The deployments of a part of an organization. Ids are hashes, so parts have equal sizes. Throws conflict for more than
 * `mostOfPart`. Where there are no smaller parts, it has the first of them.
 */
export async function readPart(
  services: Services,
  organization: OrganizationId,
  { part, of }: Part,
  reading: Joined,
): Promise<Deployments> {
  const wide = idAlphabet.length / of;
  const characters = new Set(idAlphabet.slice((part - 1) * wide, part * wide));
  const budget = { left: mostOfPart };
  let hasMore = false;
  const readItems = async () => {
    const each = [...characters].map((character) => allUnder(services, organization, character, budget));
    const rows = (await Promise.all(each)).flat();
    hasMore = rows.length > mostOfPart;
    if (hasMore && of < idAlphabet.length) throw tooLarge();
    return { rows: rows.slice(0, mostOfPart), last: undefined };
  };
  const { items } = await parsedAsTheyAre(services, organization, {
    ...reading,
    items: readItems,
    isWanted: (id) => characters.has(id.charAt(start)),
    eventually: true,
  });
  return { items, hasMore };
}

const tooLarge = () =>
  new Problem(
    "conflict",
    "The part has more deployments than one answer. GET /metrics/parts names smaller ones.",
    {
      code: "PART_TOO_LARGE",
    },
  );

/**
 * The rows under a character, or enough to know that they are too many.
 * @param budget how many more the part takes; all its characters share it
 */
async function allUnder(
  services: Services,
  organization: OrganizationId,
  character: string,
  budget: { left: number },
): Promise<string[]> {
  const all: string[] = [];
  let after: string | undefined;
  do {
    const run = deploymentsUnder(organization, character);
    const { rows, last } = await itemsIn(services, run, Infinity, { after, eventually: true });
    budget.left -= rows.length;
    all.push(...rows);
    after = last;
  } while (after !== undefined && budget.left >= 0);
  return all;
}

/** The first deployments of an organization, with their newest figures, and whether there are more. */
export async function readFirst(
  services: Services,
  organization: OrganizationId,
  most: number,
  reading: Joined,
): Promise<Deployments> {
  const items = () => itemsIn(services, deploymentsOf(organization), most, { eventually: true });
  const page = await parsedAsTheyAre(services, organization, { ...reading, items, eventually: true });
  return { items: page.items, hasMore: page.last !== undefined };
}

/** How many keys the first look reads. */
const firstLook = 400;

/**
 * Into how many parts an organization is cut, so that they have at most `most` deployments on average. Ids are hashes, so
 * the share of all ids that was read says how many deployments there are. It reads on until one division is sure: 400 keys
 * mostly, and near the limit between two divisions a third of all.
 */
export async function divisionOf(
  { table }: Services,
  organization: OrganizationId,
  most: number,
): Promise<number> {
  const division = (count: number) =>
    possibleParts.find((parts) => count <= parts * most) ?? idAlphabet.length;
  const options = { attributes: [], eventually: true };
  let [read, limit, after]: [number, number | undefined, string | undefined] = [0, firstLook, undefined];
  for (;;) {
    const { rows, last } = await table.query(deploymentsOf(organization), { ...options, limit, after });
    read += rows.length;
    const reached = rows.at(-1);
    if (last === undefined || !reached) return division(read);
    const share = shareBefore(deploymentOfKey(reached));
    // Three standard deviations, of which chance leaves one look in 400.
    const error = 3 * Math.sqrt(read * (1 - share));
    const parts = division((read + error) / share);
    if (parts === division((read - error) / share)) return parts;
    [limit, after] = [undefined, last];
  }
}

/** How much of all possible ids comes before this one, from 0 to 1. Five characters are precise enough. */
const shareBefore = (id: string): number =>
  Array.from(id.slice(start, start + 5)).reduceRight(
    (share, character) => (idAlphabet.indexOf(character) + share) / idAlphabet.length,
    1,
  );
