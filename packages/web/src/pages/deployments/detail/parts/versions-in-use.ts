import type { Database, Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { supportDaysOf } from "@shardwatch/core/contract/filter/facts";
import {
  endOfVersion,
  productOf,
  type Support,
  supportOf,
} from "@shardwatch/core/contract/support/end-of-support";
import {
  undecidedOf,
  type VulnerabilityOf,
  withoutFixesSince,
} from "@shardwatch/core/contract/support/vulnerabilities";
import { isOwnServer, knownOf } from "@shardwatch/core/contract/support/worst";

/** One version that runs in a deployment, and what is known of it. */
export interface VersionInUse {
  version: string;
  engine: Database["engine"];
  databases: number;
  /** The last day of support, "2029-12-01"; undefined where none is stated. */
  end: string | undefined;
  support: Support | undefined;
  /** The known vulnerabilities; undefined where nothing is known of the version. */
  vulnerabilities: readonly VulnerabilityOf[] | undefined;
  /** The ids of the vulnerabilities of which is not known whether the version has them. */
  undecided: readonly string[];
  /** The month from which on the branch gets no fixes. */
  withoutFixesSince: string | undefined;
}

type Versioned = Pick<Deployment, "type" | "source" | "databases">;

/**
 * The versions of the databases, the lowest first. ElastiCache, Redis Cloud and Redis Enterprise have
 * builds with fixes of their own. Only a server of the customer's own is compared with the vulnerabilities.
 * @param today the calendar day in UTC, counted from 1970
 */
export function versionsInUse({ type, source, databases }: Versioned, today: number): VersionInUse[] {
  const found = new Map<string, VersionInUse>();
  const isOwn = isOwnServer({ type, source });
  for (const { version, engine } of databases) {
    if (version === null) continue;
    const key = `${engine} ${version}`;
    const known = found.get(key);
    if (known) {
      known.databases += 1;
      continue;
    }
    const kind = { type, source, engines: engine ? [engine] : undefined };
    const left = supportDaysOf(kind, version, today);
    const vulnerabilities = isOwn && engine ? knownOf({ engine, version }) : undefined;
    found.set(key, {
      version,
      engine,
      databases: 1,
      end: endOfVersion(productOf(kind), version),
      support: left == null ? undefined : supportOf(left),
      vulnerabilities,
      undecided: vulnerabilities && engine ? undecidedOf(engine, version) : [],
      withoutFixesSince: isOwn && engine ? withoutFixesSince(engine, version) : undefined,
    });
  }
  return [...found.values()].toSorted((one, other) =>
    one.version.localeCompare(other.version, "en", { numeric: true }),
  );
}
