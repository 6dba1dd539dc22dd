import type { Channel } from "../../contract/channel/channel.ts";
import type { ChannelRow } from "./channel.table.ts";

const isoOrNull = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());

/**
 * A channel as the API answers it.
 * @param isManager whether the caller may see where it leads to
 */
export function toChannel(row: ChannelRow, isManager: boolean, now: number): Channel {
  const { id, kind, name, target, minimum, off = null, failures, failingSince, revision, managedBy } = row;
  if (!isManager) return { id, kind, name };
  const { formerUntil = 0 } = row;
  const managed = {
    target,
    place: row.place ?? null,
    minimum,
    on: off === null,
    off,
    failures,
    failingSince: isoOrNull(failingSince),
    formerSecretUntil: formerUntil > now ? isoOrNull(formerUntil) : null,
    revision,
  };
  return { id, kind, name, ...(managedBy && { managedBy }), managed };
}
