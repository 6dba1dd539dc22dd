import type { OrganizationId } from "../../access/scope.ts";
import { type Key, partitionOf, runIn } from "../../table/keys.ts";

const prefix = "OUTLOOK#";

/**
 * What the newest folded day says about the deployments of an owner.
 * @param owner source and instance, as `ownerOf` writes them
 * @param part counts from 0; the first one has the key of an owner with a single part
 */
export const outlookKey = (organization: OrganizationId, owner: string, part: number): Key => ({
  pk: partitionOf(organization),
  sk: `${prefix}${owner}${part === 0 ? "" : `#${part}`}`,
});

export const outlooksOf = runIn(prefix);
