import type { OrganizationId } from "../../access/scope.ts";
import { type Key, keyIn, keysIn, partitionOf, type Run, runIn, suffixOf } from "../../table/keys.ts";

const summaryPrefix = "DEP#";
const tombstonePrefix = "DELETED#";
const pulsePrefix = "PULSE#";

export const deploymentKey = keysIn(summaryPrefix);

/** The id of the deployment whose summary this is. */
export const deploymentOfKey = ({ sk }: Pick<Key, "sk">): string => suffixOf(sk, summaryPrefix);

/** Whether a list can go on after this sort key: it may come from a cursor that somebody made up. */
export const isSummarySortKey = (sk: string): boolean => /^DEP#dep_[0-9a-z]{20}$/.test(sk);

export const deploymentDetailKey = keysIn("DETAIL#");

/** What remains of a deployment that somebody deleted. */
export const tombstoneKey = keysIn(tombstonePrefix);

/** The id of the deployment that a tombstone is about. */
export const deploymentOfTombstone = ({ sk }: Pick<Key, "sk">): string => suffixOf(sk, tombstonePrefix);

/** How much agents store in an organization. */
export const roomKey = keyIn("ROOM");

/** @param name source, instance and page, as `nameOfPulse` returns it */
export const pulseKey = keysIn(pulsePrefix);

/** Source, instance and page of a pulse: what its key is in every organization. */
export const nameOfPulse = ({ sk }: Pick<Key, "sk">): string => suffixOf(sk, pulsePrefix);

/** The id of the source that a pulse's sort key names. */
export const sourceOfPulse = (sk: string): string => sk.split("#")[1] ?? "";

/** The instance of the source that a pulse's sort key names. */
export const instanceOfPulse = (sk: string): string => sk.split("#")[2] ?? "";

/** Whether a pulse is one of the pages of that owner, a source with its instance. */
export const isPulseOf = ({ sk }: Pick<Key, "sk">, owner: string): boolean =>
  sk.startsWith(`${pulsePrefix}${owner}#`);

export const deploymentsOf = runIn(summaryPrefix);
export const pulsesOf = runIn(pulsePrefix);
export const tombstonesOf = runIn(tombstonePrefix);

/** The pulses of one source: all pages of all agents that use one key. */
export const pulsesOfSource = (organization: OrganizationId, source: string): Run => ({
  pk: partitionOf(organization),
  prefix: `${pulsePrefix}${source}#`,
});

/** In the index: finds a deployment whose organization is not known, for super admins. */
export const deploymentById = (id: string): string => `DEPLOYMENT#${id}`;
