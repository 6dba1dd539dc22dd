import type { NewestFigures } from "../../contract/deployment/deployment.ts";
import type { LiveFigures } from "../../contract/deployment/live.ts";
import type { DeploymentFigures, JoinReader } from "../../deployment/read/joins.ts";
import { figuresOf, type Row, rowAt, totalOf } from "../slot-figures.ts";
import { slotLength } from "../slots.ts";
import { positionsOf } from "../tags.ts";
import { newestFigures, readStoredNewest } from "./newest.ts";
import type { NewestCodes } from "./newest.table.ts";

/** The newest figures as lists and filters take them. */
export const figureReader: JoinReader<DeploymentFigures> = (services, organization) => {
  const stored = readStoredNewest(services, organization);
  // Nobody waits for it yet. A caller that fails before that must not leave a failure that nobody handles.
  stored.catch(() => undefined);
  return async (holders) => {
    const newest = await newestFigures(services, organization, holders, await stored);
    return new Map([...newest].map(([id, one]) => [id, ofDeployment(one)]));
  };
};

function ofDeployment({ slot, deployment }: NewestCodes): DeploymentFigures {
  const to = new Date((slot + 1) * slotLength).toISOString();
  const rows = () => {
    const all: Row[] = [];
    for (let place = 0; place < deployment.databases; place += 1) all.push(rowAt(deployment, place));
    return all;
  };
  const of = (row: Row) => shown(to, figuresOf(row));
  return {
    total: () => ({ figures: of(totalOf(rows())) }),
    all: () => rows().map(of),
    ofEach: (databaseIds) =>
      positionsOf(databaseIds, deployment.tags).map((place) =>
        place === undefined ? undefined : { figures: of(rowAt(deployment, place)) },
      ),
  };
}

/** What lists show of the figures: a new one of the detail does not come into them by itself. */
const shown = (to: string, figures: LiveFigures): NewestFigures => ({
  to,
  opsPerSecond: figures.opsPerSecond,
  clients: figures.clients,
  lookupsPerSecond: figures.lookupsPerSecond,
  hitRatio: figures.hitRatio,
  evictedPerSecond: figures.evictedPerSecond,
  keys: figures.keys,
  fragmentation: figures.fragmentation,
  replicationLag: figures.replicationLag,
  replicationSilence: figures.replicationSilence,
});
