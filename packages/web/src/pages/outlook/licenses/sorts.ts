import type { SortNames } from "../../../filter/list-view.ts";

/** What the table is sorted by, as the address encodes it. */
const names = ["name", "ends", "ram", "flash", "sooner"] as const;
export type LicenseSort = (typeof names)[number];

export const licenseSorts: SortNames<LicenseSort> = {
  isSort: (text): text is LicenseSort => names.some((name) => name === text),
  usual: "ends",
};
