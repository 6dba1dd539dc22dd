import { isRead } from "../../contract/source/source.ts";
import type { SourceInstance } from "./observation.ts";

/**
 * A source and its instance in one text, as rows store their owner. The sort keys of its pulses contain it.
 */
export const ownerOf = ({ id, instance }: SourceInstance): string => `${id}#${instance}`;

/** The same as people may see and filter it: an integration has no instances. */
export const viaOf = ({ kind, id, instance }: SourceInstance): string =>
  isRead(kind) ? id : `${id}/${instance}`;

/** The instance in an owner's text. */
export const instanceOfOwner = (owner: string): string => owner.slice(owner.indexOf("#") + 1);

/** The owner that `viaOf` shows in this form; undefined for an integration, which may have several instances. */
export function ownerOfVia(via: string): string | undefined {
  const [, id, instance] = /^(key_[0-9a-z]{20,26})\/([0-9a-z]{8,32})$/.exec(via) ?? [];
  return id === undefined || instance === undefined ? undefined : `${id}#${instance}`;
}
