import type { OrganizationId } from "../access/scope.ts";
import { sha256 } from "../kit/hash.ts";
import { isId, newId } from "../kit/ids.ts";
import { type IndexKey, keysIn, type Key, partitionOf, runIn, suffixOf } from "../table/keys.ts";

const prefix = "CHANGE#";

/** The id of a change begins with its time, so the keys are in the order of time. */
export const changeKey = keysIn(prefix);
export const changesOf = runIn(prefix);

export const changeOfKey = ({ sk }: Pick<Key, "sk">): string => suffixOf(sk, prefix);

/** In the index: the changes of one deployment. Another organization may have a deployment with this id. */
export const changesOfDeployment = (organization: OrganizationId, deployment: string): string =>
  `CHANGES#${organization}#${deployment}`;

/**
 * The id of a change. It follows from what changed and when, so writing the same change again adds no row.
 * @param at Unix epoch in milliseconds
 */
export const changeId = (at: number, ...about: readonly string[]): string =>
  newId("change", at, sha256(JSON.stringify(about)));

/** Whether a list can continue before this id. It may come from a forged cursor. */
export const isChangeId = (id: string): boolean => isId("change", id);

/** An id that is newer than every change up to this moment. */
export const changeIdAfter = (moment: number): string => newId("change", moment + 1, new Uint8Array(16));

/** The entry of a change in the index. */
export const indexedChange = (organization: OrganizationId, id: string): IndexKey => ({
  pk: partitionOf(organization),
  sk: `${prefix}${id}`,
  gsi1sk: id,
});
