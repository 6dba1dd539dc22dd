import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { idAlphabet, idPrefixes } from "../../kit/ids.ts";
import { deploymentOfKey, deploymentsOf } from "../rows/deployment.keys.ts";

/* Parts of an organization for programs that read all of it again and again. */

/** One part of several: the first of eight is { part: 1, of: 8 }. */
export interface Part {
  part: number;
  of: number;
}

/** Into how many parts an organization can be cut: each is a range of the first characters of ids. */
export const possibleParts: readonly number[] = [1, 2, 4, 8, 16, 32];
/** There is no division into more parts. */
export const mostParts = idAlphabet.length;

/** Where the random characters of a deployment's id begin. */
const start = idPrefixes.deployment.length + 1;

/** Whether a deployment with this id is in a part. */
export const isInPart = ({ part, of }: Part, id: string): boolean =>
  Math.floor((idAlphabet.indexOf(id.charAt(start)) * of) / idAlphabet.length) === part - 1;

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
  const division = (count: number) => possibleParts.find((parts) => count <= parts * most) ?? mostParts;
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
