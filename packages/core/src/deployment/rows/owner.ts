import type { SourceInstance } from "./observation.ts";

/**
 * A source and its instance in one text, as rows store their owner. The sort keys of its pulses contain it.
 */
export const ownerOf = ({ id, instance }: SourceInstance): string => `${id}#${instance}`;

/** The same as people may see and filter it: an integration has no instances. */
export const viaOf = ({ kind, id, instance }: SourceInstance): string =>
  kind === "agent" ? `${id}/${instance}` : id;

/** The instance in an owner's text. */
export const instanceOfOwner = (owner: string): string => owner.slice(owner.indexOf("#") + 1);
