import type { House } from "../access/context.ts";
import type { DeploymentListItem } from "../contract/deployment.ts";
import { Problem } from "../kit/problem.ts";
import { standBack } from "../table/decide-again.ts";
import { ConditionFailed } from "../table/errors.ts";
import { deploymentKey, type Key } from "../table/keys.ts";
import type { Write } from "../table/table.ts";
import { keepDeparted } from "./departed.ts";
import { putDetail, putGaps, putSummary, readSummary, type SummaryRow } from "./deployment.table.ts";
import { admit } from "./admit.ts";
import { mayTell, otherPulses, ownerOf, pulsesTelling } from "./claim.ts";
import { databasesIn, type Figures, figuresOf, type PulseEntry, unknownFigures } from "./figures.ts";
import { type Growth, noGrowth } from "./growth.ts";
import { toItem, writeItem } from "./item.ts";
import type { Observation } from "./observation.ts";
import { type Observed, type Outcome, shortestGap } from "./observed.ts";
import {
  type Beat,
  databasesOfPulse,
  entriesOf,
  expiry,
  lookAgain,
  type PulseRow,
  readPulse,
} from "./pulse.table.ts";
import { clearTombstone, deletions } from "./tombstone.table.ts";

export interface Reshaping extends Observed {
  key: Key;
  next: Beat;
  fingerprints: readonly string[];
  /** The pulse as the failed update found it; undefined when there was none. */
  before: PulseRow | undefined;
}

/** What became of a page, and by how much its pulse grew. */
export interface Reshaped {
  outcome: Outcome;
  growth: Growth;
}

const attempts = 5;

/**
 * The rare way of a report: something else than a figure changed, or it is not newer. Pulse and changed shapes
 * are written in one transaction, on the condition that the pulse is still the one that the decision was made
 * by; when it is not, the decision is made again. Throws tooMany for one agent too many at its key, tooLarge for
 * more databases than a row holds, and unavailable when other reports come in between every time.
 */
export async function reshape(house: House, reshaping: Reshaping): Promise<Reshaped> {
  let { before } = reshaping;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const refusal = refusalOf(reshaping, before);
    if (refusal) return { outcome: refusal, growth: noGrowth };
    try {
      if (before) await keepDeparted(house, reshaping.organization, before, reshaping.observations);
      else await admit(house, reshaping.organization, reshaping.source);
      const { writes, growth } = await decide(house, reshaping, before);
      await house.table.transact(writes);
      return { outcome: "written", growth };
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      await standBack(attempt);
      const row = await house.table.get(reshaping.key);
      before = row && readPulse(row);
    }
  }
  throw new Problem("unavailable", "Too many reports for the same deployments at once. Please try again.", {
    retryAfterSeconds: 5,
  });
}

/** Why a page is not to be written over the pulse as it was found; undefined when it is. */
export function refusalOf(
  { at, next }: Pick<Reshaping, "at" | "next">,
  before: PulseRow | undefined,
): Exclude<Outcome, "written"> | undefined {
  if (before && before.at >= at) return "older";
  return before && next.rx - before.rx < shortestGap ? "too soon" : undefined;
}

interface Decision {
  /** The pulse and the shapes that go with it, for one transaction. */
  writes: Write[];
  growth: Growth;
}

async function decide(house: House, reshaping: Reshaping, before: PulseRow | undefined): Promise<Decision> {
  const { organization, source, observations, next, onCreate } = reshaping;
  const found = await house.table.batchGet(observations.map(({ id }) => deploymentKey(organization, id)));
  const rows = found.map((row) => row && readSummary(row));
  const missing = observations.flatMap(({ id }, index) => (rows[index] ? [] : [id]));
  const [others, deleted] = await Promise.all([
    otherPulses(house, organization, source, rows),
    deletions(house, organization, missing),
  ]);
  const taken = observations.map(({ id }, index) => {
    const row = rows[index];
    if (!row) return { telling: [], counts: reshaping.at > (deleted.get(id) ?? 0) };
    const telling = pulsesTelling(others, row, id);
    const older = row.owner === ownerOf(source) && row.at > reshaping.at;
    return { telling, counts: !older && mayTell(source, row, telling, next.rx) };
  });
  const shapes = observations.flatMap((observation, index) =>
    taken[index]?.counts ? shapeWrites(reshaping, observation, index, rows[index], before) : [],
  );
  const created = taken.filter(({ counts }, index) => counts && !rows[index]).length;
  // Whoever owned one of them until now must look again at its next report.
  const former = new Set(taken.flatMap(({ counts, telling }) => (counts ? telling : [])));
  const entries = next.entries.filter((_, index) => taken[index]?.counts);
  const writes = [
    putPulse(reshaping, before, entries),
    ...shapes,
    ...[...former].map((pulse) => lookAgain(pulse, house.random)),
    // A new pulse asks too: a report that was on its way while its key was revoked must leave nothing behind.
    ...((created > 0 || !before) && onCreate ? [onCreate(created)] : []),
  ];
  const databases = databasesIn(entries) - databasesOfPulse(before);
  return { writes, growth: { deployments: created, databases } };
}

function putPulse(
  { key, next, source }: Reshaping,
  before: PulseRow | undefined,
  owned: readonly PulseEntry[],
): Write {
  const { at, rx, agent } = next;
  const all = owned.length === next.entries.length;
  const entries = JSON.stringify(owned);
  const ids = next.entries.filter((entry) => !owned.includes(entry)).map(([id]) => id);
  const unowned = all ? undefined : JSON.stringify(ids);
  const shapes = all ? next.shapes : "";
  const unchanged = (attribute: "at" | "shapes") =>
    ({ attribute, is: "=", value: before?.[attribute] }) as const;
  return {
    put: { ...key, at, rx, shapes, entries, unowned, agent, kind: source.kind, ...expiry(rx) },
    when: before ? [unchanged("at"), unchanged("shapes")] : [{ exists: false }],
  };
}

/**
 * The writes for a deployment whose word counts, unless its row says the same already. One that this pulse did not
 * tell before is written all the same: whoever deletes it at this moment, or takes it over, must notice.
 */
function shapeWrites(
  { organization, source, at, fingerprints, next }: Reshaping,
  observation: Observation,
  index: number,
  row: SummaryRow | undefined,
  before: PulseRow | undefined,
): Write[] {
  const { id, databases, license, cloudSubscription, gaps } = observation;
  const shape = fingerprints[index] ?? "";
  const owner = ownerOf(source);
  const told = entriesOf(before);
  if (row?.shape === shape && row.owner === owner && told.has(id)) return [];
  const known = row ? (told.get(id) ?? (JSON.parse(row.last) as Figures)) : unknownFigures;
  const last = figuresOf(databases) ?? known;
  const itemBefore = row && (JSON.parse(row.item) as DeploymentListItem);
  const item = toItem(organization, source.kind, observation, last[0], next.rx, itemBefore);
  const written = { item: writeItem(item), shape, owner, at, last: JSON.stringify(last) };
  return [
    putSummary(organization, id, written, row),
    ...(row ? [] : [clearTombstone(organization, id, at)]),
    ...(databases
      ? [putDetail(organization, id, { databases, license, cloudSubscription }, gaps)]
      : gaps
        ? [putGaps(organization, id, gaps)]
        : []),
  ];
}
