import { compareTexts } from "./compare-texts.ts";

interface Named {
  name: string;
  id: string;
  /** The key of a deployment: two organizations may have one with the same id. */
  organizationId?: string;
}

const keyById = ({ id, organizationId = "" }: Named) => `${id} ${organizationId}`;

/** Sorts by name, then id, then organization, so that the order is stable. */
export function byName(a: Named, b: Named): number {
  return compareTexts(a.name, b.name) || (keyById(a) < keyById(b) ? -1 : 1);
}
