import type { SourceInstance } from "./observation.ts";

/** A source and its instance in one text, as rows store their owner. Sort keys of its pulses begin with it. */
export const ownerOf = ({ id, instance }: SourceInstance): string => `${id}#${instance}`;

/** The instance in the text of an owner. */
export const instanceOfOwner = (owner: string): string => owner.slice(owner.indexOf("#") + 1);
