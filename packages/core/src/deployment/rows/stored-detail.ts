import { deflateRawSync } from "node:zlib";
import type {
  CloudSubscription,
  ClusterNode,
  Database,
  License,
  Shard,
} from "../../contract/deployment/deployment.ts";

/** The data that only the detail shows. It has a row of its own, so that lists do not pay for it. */
export interface Detail {
  databases: Database[];
  license: License | null;
  cloudSubscription: CloudSubscription | null;
  nodes?: readonly ClusterNode[] | undefined;
  shards?: readonly Shard[] | undefined;
  detailedHistory?: boolean | undefined;
}

/** In bytes. A row may have 400 KB, and gaps can take 36 of them. */
const largestDetail = 370_000;

export interface StoredDetail {
  /** JSON of the detail, deflated. */
  detail: Uint8Array;
  /** The source's gaps, and what had to be left out. */
  gaps: readonly string[];
}

/**
 * Deflates as much of a detail as a row holds. A server chooses its own texts, and an error would also stop the
 * other servers of its report. So the shards go first, then the nodes, then as many databases as necessary.
 * Those that stay are the first ones, because figures belong to databases by their place.
 */
export function storeDetail(whole: Detail, gaps: readonly string[]): StoredDetail {
  const missing: string[] = [];
  const stored = (part: Detail) => ({
    detail: deflateRawSync(JSON.stringify(part)),
    gaps: [...gaps, ...missing],
  });
  let rest = whole;
  let result = stored(rest);
  for (const list of ["shards", "nodes"] as const) {
    const count = rest[list]?.length ?? 0;
    if (result.detail.length <= largestDetail || count === 0) continue;
    missing.push(`The ${count} ${list} are too large to be stored`);
    rest = { ...rest, [list]: undefined };
    result = stored(rest);
  }
  const all = whole.databases.length;
  while (result.detail.length > largestDetail && rest.databases.length > 0) {
    const databases = rest.databases.slice(0, Math.floor(rest.databases.length / 2));
    rest = { ...rest, databases };
    const cut = `${all - databases.length} more databases are too large to be stored`;
    result = { ...stored(rest), gaps: [...gaps, ...missing, cut] };
  }
  return result;
}
