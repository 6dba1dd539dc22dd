import { truncate } from "@shardwatch/core/kit/text";

const nameLength = 80;

/** The label of an organization among the choices. */
export const shortOrganization = (name: string) => truncate(name, nameLength);
