import { setTimeout as sleep } from "node:timers/promises";
import type { House } from "../access/context.ts";
import type { DeploymentListItem } from "../contract/deployment.ts";
import { Problem } from "../kit/problem.ts";
import { ConditionFailed } from "../table/errors.ts";
import { deploymentKey, type Key } from "../table/keys.ts";
import type { Write } from "../table/table.ts";
import { keepDeparted } from "./departed.ts";
import { putDetail, putSummary, readSummary, type SummaryRow } from "./deployment.table.ts";
import { admit } from "./admit.ts";
import { mayTell, otherPulses, ownerOf, pulsesTelling } from "./claim.ts";
import { type Figures, figuresOf, unknownFigures } from "./figures.ts";
import { toItem, writeItem } from "./item.ts";
import type { Observation } from "./observation.ts";
import { type Observed, type Outcome, shortestGap } from "./observed.ts";
import { type Beat, entriesOf, expiry, lookAgain, type PulseRow, readPulse } from "./pulse.table.ts";

export interface Reshaping extends Observed {
  key: Key;
  next: Beat;
  fingerprints: readonly string[];
  /** The pulse as the failed update found it; undefined when there was none. */
  before: PulseRow | undefined;
}

const attempts = 5;

/**
 * The rare way of a report: something else than a figure changed, or it is not newer. Pulse and changed shapes
 * are written in one transaction, on the condition that the pulse is still the one that the decision was made
 * by; when it is not, the decision is made again.
 */
export async function reshape(house: House, reshaping: Reshaping): Promise<Outcome> {
  let { before } = reshaping;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    if (before && before.at >= reshaping.at) return "older";
    if (before && reshaping.next.rx - before.rx < shortestGap) return "too soon";
    try {
      if (before) await keepDeparted(house, reshaping.organization, before, reshaping.observations);
      else await admit(house, reshaping.organization, reshaping.source);
      await house.table.transact(await decide(house, reshaping, before));
      return "written";
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      await sleep(attempt * 10 + Math.random() * 20);
      const row = await house.table.get(reshaping.key);
      before = row && readPulse(row);
    }
  }
  throw new Problem("unavailable", "Too many reports for the same deployments at once. Please try again.", {
    retryAfterSeconds: 5,
  });
}

/** The pulse and the shapes that go with it, as one transaction. */
async function decide(house: House, reshaping: Reshaping, before: PulseRow | undefined): Promise<Write[]> {
  const { organization, source, observations, next, onCreate } = reshaping;
  const found = await house.table.batchGet(observations.map(({ id }) => deploymentKey(organization, id)));
  const rows = found.map((row) => row && readSummary(row));
  const others = await otherPulses(house, organization, source, rows);
  const taken = observations.map((observation, index) => {
    const row = rows[index];
    const telling = row ? pulsesTelling(others, row, observation.id) : [];
    const older = row?.owner === ownerOf(source) && row.at > reshaping.at;
    return { telling, counts: !older && mayTell(source, row, telling, next.rx) };
  });
  const shapes = observations.flatMap((observation, index) =>
    taken[index]?.counts ? shapeWrites(reshaping, observation, index, rows[index], before) : [],
  );
  const created = taken.filter(({ counts }, index) => counts && !rows[index]).length;
  // Whoever owned one of them until now must look again at its next report.
  const former = new Set(taken.flatMap(({ counts, telling }) => (counts ? telling : [])));
  return [
    putPulse(
      reshaping,
      before,
      taken.map(({ counts }) => counts),
    ),
    ...shapes,
    ...[...former].map(lookAgain),
    ...(created > 0 && onCreate ? [onCreate(created)] : []),
  ];
}

function putPulse(
  { key, next, source }: Reshaping,
  before: PulseRow | undefined,
  counts: readonly boolean[],
): Write {
  const { at, rx } = next;
  const entries = JSON.stringify(next.entries.filter((_, index) => counts[index]));
  const shapes = counts.every(Boolean) ? next.shapes : "";
  return {
    put: { ...key, at, rx, shapes, entries, kind: source.kind, ...expiry(rx) },
    when: [before ? { attribute: "at", is: "=", value: before.at } : { exists: false }],
  };
}

/** The writes for a deployment whose word counts, unless its row says the same already. */
function shapeWrites(
  { organization, source, at, fingerprints, next }: Reshaping,
  observation: Observation,
  index: number,
  row: SummaryRow | undefined,
  before: PulseRow | undefined,
): Write[] {
  const shape = fingerprints[index] ?? "";
  const owner = ownerOf(source);
  if (row?.shape === shape && row.owner === owner) return [];
  const { id, databases, license, cloudSubscription } = observation;
  const last =
    figuresOf(databases) ??
    entriesOf(before).get(id) ??
    (row ? (JSON.parse(row.last) as Figures) : unknownFigures);
  const itemBefore = row && (JSON.parse(row.item) as DeploymentListItem);
  const item = toItem(organization, source.kind, observation, last[0], next.rx, itemBefore);
  const written = { item: writeItem(item), shape, owner, at, last: JSON.stringify(last) };
  return [
    putSummary(organization, id, written, row),
    ...(databases ? [putDetail(organization, id, { databases, license, cloudSubscription })] : []),
  ];
}
