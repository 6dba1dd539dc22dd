import type { NewestFigures } from "../../contract/deployment/deployment.ts";
import type { LiveFigures } from "../../contract/deployment/live.ts";
import type { SlotColumn } from "../../contract/report/slot-columns.ts";
import type { DeploymentFigures, FigureReader } from "../../deployment/read/figure-join.ts";
import { figuresOf, type Row, totalOf } from "../slot-figures.ts";
import { slotLength } from "../slots.ts";
import { positionsOf } from "../tags.ts";
import { figureIn } from "../trail-payload.ts";
import { newestFigures, readStoredNewest } from "./newest.ts";
import type { NewestCodes } from "./newest.table.ts";

/** The newest figures as lists and filters take them. */
export const figureReader: FigureReader = (services, organization) => {
  const stored = readStoredNewest(services, organization);
  // Nobody waits for it yet. A caller that fails before that must not leave a failure that nobody handles.
  stored.catch(() => undefined);
  return async (owners) => {
    const newest = await newestFigures(services, organization, owners, await stored);
    return new Map([...newest].map(([id, one]) => [id, ofDeployment(one)]));
  };
};

function ofDeployment(newest: NewestCodes): DeploymentFigures {
  const to = new Date((newest.slot + 1) * slotLength).toISOString();
  const of = (row: Row) => shown(to, figuresOf(row));
  return {
    total: () => of(totalOf(rowsOf(newest))),
    all: () => rowsOf(newest).map(of),
    ofEach: (databaseIds) =>
      positionsOf(databaseIds, newest.deployment.tags).map((place) =>
        place === undefined ? undefined : of(rowAt(newest, place)),
      ),
  };
}

const rowsOf = (newest: NewestCodes): Row[] =>
  Array.from({ length: newest.deployment.databases }, (_, place) => rowAt(newest, place));

const rowAt =
  ({ deployment }: NewestCodes, place: number): Row =>
  (name: SlotColumn) => {
    const code = deployment.columns.get(name)?.[place];
    return code === undefined ? null : figureIn(name, code);
  };

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
