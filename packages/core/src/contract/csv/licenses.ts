import type { LicensedShards, LicenseOutlook } from "../outlook/licenses.ts";
import type { Cell } from "./cell.ts";
import { type CsvColumns, csvWriter } from "./table.ts";

type Kind = "ram" | "flash" | "total";

/** Shards that the license counts together with others have none of their own. */
const of =
  (kind: Kind, cellOf: (shards: LicensedShards) => Cell) =>
  ({ [kind]: shards }: LicenseOutlook): Cell =>
    shards && cellOf(shards);

/** What a CSV file says about the license of a cluster. */
export const licenseColumns = {
  id: ({ deploymentId }) => deploymentId,
  organizationId: ({ organizationId }) => organizationId,
  name: ({ deploymentName }) => deploymentName,
  ends: ({ ends }) => ends?.slice(0, 10),
  daysLeft: ({ days }) => days ?? undefined,
  ramShardsInUse: of("ram", ({ inUse }) => inUse),
  ramShardsLimit: of("ram", ({ limit }) => limit),
  ramRunway: of("ram", ({ text }) => text),
  flashShardsInUse: of("flash", ({ inUse }) => inUse),
  flashShardsLimit: of("flash", ({ limit }) => limit),
  flashRunway: of("flash", ({ text }) => text),
  shardsInUse: of("total", ({ inUse }) => inUse),
  shardsLimit: of("total", ({ limit }) => limit),
  shardsRunway: of("total", ({ text }) => text),
  features: ({ features }) => features.join(" "),
  sooner: ({ sooner }) => sooner && sooner.kind,
  soonerDays: ({ sooner }) => sooner && sooner.days,
  source: ({ source }) => source,
  via: ({ via }) => via,
  lastUpdated: ({ lastUpdated }) => lastUpdated,
  stale: ({ isStale }) => (isStale ? "yes" : "no"),
} satisfies CsvColumns<LicenseOutlook>;

/** The line of a cluster in a CSV file. */
export const licenseLine = csvWriter<LicenseOutlook>(licenseColumns);
