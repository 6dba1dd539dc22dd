import type { OrganizationId } from "../../access/scope.ts";
import { type SaidSilence, silenceKey } from "../../contract/configuration/same-silence.ts";
import { sha256 } from "../../kit/hash.ts";
import { derivedId } from "../../kit/ids.ts";
import type { StoredSilence } from "./silence.ts";

/**
 * The id of a silence that the configuration file makes. Replicas that start together derive the same one, so only one of
 * them can create it. One that was ended and comes back into the file has another id.
 */
export function idForFile(
  organization: OrganizationId,
  wanted: SaidSilence,
  stored: readonly StoredSilence[],
): string {
  const key = silenceKey(wanted);
  const ended = stored
    .filter((one) => one.managedBy !== undefined && one.endedAt !== undefined && silenceKey(one) === key)
    .map(({ id }) => id)
    .toSorted();
  return derivedId("silence", sha256(JSON.stringify([organization, key, wanted.from ?? null, ended])));
}
