import { nearlyFullFrom } from "./severity.ts";

/** A view that everybody has. Its filter is a canonical text. */
export interface BuiltInView {
  readonly name: string;
  readonly filter: string;
  /** A sortable column of the list; left out for the list's own order. */
  readonly sort?: { readonly by: string; readonly order: "asc" | "desc" };
}

const all = { name: "All", filter: "" };
const nearlyFull = (by: string): BuiltInView => ({
  name: "Nearly full",
  filter: `util=${nearlyFullFrom}..`,
  sort: { by, order: "desc" },
});

/** The views of each list that everybody has. Each begins with what is most urgent. */
export const builtInViews: Readonly<Record<"deployments" | "databases", readonly BuiltInView[]>> = {
  deployments: [
    all,
    { name: "Needs attention", filter: "severity=critical,warning", sort: { by: "status", order: "asc" } },
    nearlyFull("memory"),
    { name: "Silent", filter: "fresh=silent", sort: { by: "lastUpdated", order: "asc" } },
    { name: "Licenses", filter: "license=..30,expired", sort: { by: "licenseExpiration", order: "asc" } },
  ],
  databases: [
    all,
    nearlyFull("utilization"),
    { name: "No TLS", filter: "tls=no" },
    { name: "No limit", filter: "maxmemory=none", sort: { by: "memory", order: "desc" } },
  ],
};
