import { nearlyFullFrom } from "./severity.ts";

/** A view that everybody has. Its filter is a canonical text. */
export interface BuiltInView {
  readonly name: string;
  readonly filter: string;
  /** A sortable column of the list; left out for the list's own order. */
  readonly sort?: { readonly by: string; readonly order: "asc" | "desc" };
}

/** The views of the list of deployments that everybody has. Each begins with what is most urgent. */
export const builtInViews: readonly BuiltInView[] = [
  { name: "All", filter: "" },
  { name: "Needs attention", filter: "severity=critical,warning", sort: { by: "status", order: "asc" } },
  { name: "Nearly full", filter: `util=${nearlyFullFrom}..`, sort: { by: "memory", order: "desc" } },
  { name: "Silent", filter: "fresh=silent", sort: { by: "lastUpdated", order: "asc" } },
  { name: "Licenses", filter: "license=..30,expired", sort: { by: "licenseExpiration", order: "asc" } },
];
