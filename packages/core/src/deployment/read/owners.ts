import type { DeploymentSource } from "../../contract/source/source.ts";
import { instanceOfPulse, sourceOfPulse } from "../rows/deployment.keys.ts";
import { databasesIn, idOfEntry, type PulseEntry } from "../rows/figures.ts";
import type { LatestFigures } from "../rows/latest-figures.ts";

/** A pulse with its key, as whole lists read it. */
export interface ListedPulse {
  sk: string;
  receivedAt: number;
  entries: string;
  kind: DeploymentSource;
}

/** A process that reports, or an account that we read, with the deployments that it owns. */
export interface Owner {
  /** Source and instance, as `ownerOf` writes them. */
  owner: string;
  kind: DeploymentSource;
  /** When it last reported, Unix epoch in milliseconds. */
  receivedAt: number;
  /** Ids of deployments. */
  deployments: ReadonlySet<string>;
  databases: number;
}

/** Whose figures are wanted, and who sent them. */
export interface Holders {
  /** The deployments that are wanted, by their ids, each with the kind of its source. */
  wanted: ReadonlyMap<string, Pick<Owner, "kind">>;
  /** All owners of the organization. Few looks ask for them, and naming them takes long. */
  owners: () => readonly Owner[];
}

/** The holders of the figures of all deployments. */
export const holdersOf = (owners: readonly Owner[]): Holders => ({
  wanted: new Map(owners.flatMap((owner) => [...owner.deployments].map((id) => [id, owner] as const))),
  owners: () => owners,
});

/**
 * The owners of the deployments of pulses. The pulse of a former owner holds a deployment until its next report, so the
 * newest pulse counts.
 */
export function ownersOf(
  pulses: readonly ListedPulse[],
  latest: ReadonlyMap<string, Pick<LatestFigures, "receivedAt">>,
): Owner[] {
  const pages = Map.groupBy(pulses, ({ sk }) => `${sourceOfPulse(sk)}#${instanceOfPulse(sk)}`);
  return [...pages].flatMap(([owner, own]) => {
    const [first] = own;
    if (!first) return [];
    const all = own.map(({ receivedAt, entries }) => ({
      receivedAt,
      entries: JSON.parse(entries) as PulseEntry[],
    }));
    const ids = all.flatMap(({ receivedAt, entries }) =>
      entries.map(idOfEntry).filter((id) => latest.get(id)?.receivedAt === receivedAt),
    );
    const databases = all.reduce((sum, { entries }) => sum + databasesIn(entries), 0);
    const receivedAt = Math.max(...own.map((pulse) => pulse.receivedAt));
    return [{ owner, kind: first.kind, receivedAt, deployments: new Set(ids), databases }];
  });
}
