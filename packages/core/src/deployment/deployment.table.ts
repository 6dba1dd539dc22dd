import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { OrganizationId } from "../access/scope.ts";
import type { CloudSubscription, Database, License } from "../contract/deployment.ts";
import { deploymentById, deploymentDetailKey, deploymentKey } from "../table/keys.ts";
import type { Row, Write } from "../table/table.ts";

/** The row that lists read: its content is one JSON string, so that reading it costs as little as can be. */
export interface SummaryRow {
  sk: string;
  /** A DeploymentListItem as `writeItem` writes it. */
  item: string;
  /** Fingerprint of what changes rarely. */
  shape: string;
  /** When that was measured, by the source's clock; Unix epoch in milliseconds. */
  at: number;
  /** JSON of Figures: the last ones known, for when no pulse has any. */
  last: string;
}

/** What only the detail shows; beside the summary, so that lists do not pay for it. */
export interface Detail {
  databases: Database[];
  license: License | null;
  cloudSubscription: CloudSubscription | null;
}

export const readSummary = (row: Row): SummaryRow => row as unknown as SummaryRow;

/** Thousands of databases compress to about a tenth: a row may have 400 KB. */
export function readDetail(row: Row): Detail {
  return JSON.parse(inflateRawSync(row["detail"] as Uint8Array).toString()) as Detail;
}

/** Writes the row unless a newer one stands there. */
export function putSummary(organization: OrganizationId, row: Omit<SummaryRow, "sk">, id: string): Write {
  return {
    put: {
      ...deploymentKey(organization, id),
      gsi1pk: deploymentById(id),
      gsi1sk: "DEPLOYMENT",
      ...row,
    },
    when: [{ attribute: "at", absentOr: "<", value: row.at }],
  };
}

export function putDetail(organization: OrganizationId, id: string, detail: Detail): Write {
  return {
    put: {
      ...deploymentDetailKey(organization, id),
      detail: deflateRawSync(JSON.stringify(detail)),
    },
  };
}
