import type { House } from "../access/context.ts";
import type { DeploymentListItem } from "../contract/deployment.ts";
import { Problem } from "../kit/problem.ts";
import { ConditionFailed } from "../table/errors.ts";
import { deploymentKey, type Key } from "../table/keys.ts";
import type { Write } from "../table/table.ts";
import { keepDeparted } from "./departed.ts";
import { putDetail, putSummary, readSummary } from "./deployment.table.ts";
import { type Figures, figuresOf, unknownFigures } from "./figures.ts";
import { toItem, writeItem } from "./item.ts";
import { type Observed, type Outcome, shortestGap } from "./observed.ts";
import { type Beat, entriesOf, expiry, type PulseRow, readPulse } from "./pulse.table.ts";

interface Reshaping extends Observed {
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
      await house.table.transact([
        putPulse(reshaping, before),
        ...(await shapeWrites(house, reshaping, before)),
      ]);
      return "written";
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const row = await house.table.get(reshaping.key);
      before = row && readPulse(row);
    }
  }
  throw new Problem("unavailable", "Too many reports for the same deployments at once. Please try again.", {
    retryAfterSeconds: 5,
  });
}

function putPulse({ key, next, source }: Reshaping, before: PulseRow | undefined): Write {
  const { at, rx, shapes, entries } = next;
  return {
    put: { ...key, at, rx, shapes, entries: JSON.stringify(entries), kind: source.kind, ...expiry(rx) },
    when: [before ? { attribute: "at", is: "=", value: before.at } : { exists: false }],
  };
}

/** The writes for those deployments whose shape differs from the stored one and is newer. */
async function shapeWrites(
  house: House,
  { organization, source, at, observations, fingerprints, next }: Reshaping,
  before: PulseRow | undefined,
): Promise<Write[]> {
  const rows = await house.table.batchGet(observations.map(({ id }) => deploymentKey(organization, id)));
  const figuresBefore = entriesOf(before);
  return observations.flatMap((observation, index) => {
    const row = rows[index] && readSummary(rows[index]);
    const shape = fingerprints[index] ?? "";
    if (row && (row.shape === shape || row.at >= at)) return [];
    const { id, databases, license, cloudSubscription } = observation;
    const last =
      figuresOf(databases) ??
      figuresBefore.get(id) ??
      (row ? (JSON.parse(row.last) as Figures) : unknownFigures);
    const itemBefore = row && (JSON.parse(row.item) as DeploymentListItem);
    const item = toItem(organization, source.kind, observation, last[0], next.rx, itemBefore);
    const written = { item: writeItem(item), shape, at, last: JSON.stringify(last) };
    return [
      putSummary(organization, written, id),
      ...(databases ? [putDetail(organization, id, { databases, license, cloudSubscription })] : []),
    ];
  });
}
