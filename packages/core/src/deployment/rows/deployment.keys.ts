import type { OrganizationId } from "../../access/scope.ts";
import { sha256 } from "../../kit/hash.ts";
import { type Key, keyIn, keysIn, partitionOf, type Run, runIn, suffixOf } from "../../table/keys.ts";

const summaryPrefix = "DEP#";
const tombstonePrefix = "DELETED#";
const pulsePrefix = "PULSE#";

export const deploymentKey = keysIn(summaryPrefix);

/** The deployment's id in the key of its summary. */
export const deploymentOfKey = ({ sk }: Pick<Key, "sk">): string => suffixOf(sk, summaryPrefix);

/** The sort key of the summary of a deployment with this id. */
export const summarySortKey = (id: string): string => `${summaryPrefix}${id}`;

/** Whether a list can continue after this sort key. It may come from a forged cursor. */
export const isSummarySortKey = (sk: string): boolean => /^DEP#dep_[0-9a-z]{20}$/.test(sk);

const detailPrefix = "DETAIL#";
export const deploymentDetailKey = keysIn(detailPrefix);

/** The deployment's id in the key of its detail. */
export const deploymentOfDetail = ({ sk }: Pick<Key, "sk">): string => suffixOf(sk, detailPrefix);

/** The tombstone of a deleted deployment. */
export const tombstoneKey = keysIn(tombstonePrefix);

/** The deployment's id in the key of its tombstone. */
export const deploymentOfTombstone = ({ sk }: Pick<Key, "sk">): string => suffixOf(sk, tombstonePrefix);

/** The usage of an organization's quota. */
export const usageKey = keyIn("ROOM");

/** When an organization's deployments last changed. */
export const lastChangeKey = keyIn("CHANGED");

/** @param name source, instance and page, as `nameOfPulse` returns it */
export const pulseKey = keysIn(pulsePrefix);

/** Source, instance and page of a pulse: the part of its key that is the same in every organization. */
export const nameOfPulse = ({ sk }: Pick<Key, "sk">): string => suffixOf(sk, pulsePrefix);

/** The source's id in a pulse's sort key. */
export const sourceOfPulse = (sk: string): string => sk.split("#")[1] ?? "";

/** The source's instance in a pulse's sort key. */
export const instanceOfPulse = (sk: string): string => sk.split("#")[2] ?? "";

/** Whether a pulse is a page of that owner, a source with its instance. */
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

const fleetPrefix = "FLEET#";

/** The deployments of one pulse, as the list of all databases stores them. */
export const fleetPageKey = (organization: OrganizationId, pulse: Pick<Key, "sk">): Key => ({
  pk: partitionOf(organization),
  sk: `${fleetPrefix}${sha256(nameOfPulse(pulse)).toString("hex").slice(0, 24)}`,
});

/** The deployments that no pulse holds. */
export const fleetUnreportedKey = keyIn(`${fleetPrefix}rest`);

export const fleetOf = runIn(fleetPrefix);

/** In the index: finds a deployment whose organization is unknown, for super admins. */
export const deploymentById = (id: string): string => `DEPLOYMENT#${id}`;
