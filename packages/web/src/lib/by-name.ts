import { compareTexts } from "./compare-texts.ts";

interface Named {
  name: string;
  id: string;
  /** Of a deployment: one id can be that of two, in two organizations. */
  organizationId?: string;
}

const keyById = ({ id, organizationId = "" }: Named) => `${id} ${organizationId}`;

/** By name; the same name by id, then by organization, so that the order never changes by itself. */
export function byName(a: Named, b: Named): number {
  return compareTexts(a.name, b.name) || (keyById(a) < keyById(b) ? -1 : 1);
}
