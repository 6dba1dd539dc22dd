import type { House } from "../access/context.ts";
import { digest } from "../kit/hash.ts";
import { inBatches } from "../kit/in-batches.ts";
import { ConditionFailed } from "../table/errors.ts";
import { packEntry } from "./figures.ts";
import { noGrowth, sum } from "./growth.ts";
import { existingAmong, expectedGrowth, withoutGrowth } from "./making-room.ts";
import { fingerprint, type Observation } from "./observation.ts";
import { type Observed, type Outcome, shortestGap } from "./observed.ts";
import { type Beat, beat, keyOfPulse, readPulse } from "./pulse.table.ts";
import { reshape, type Reshaping } from "./reshape.ts";
import { NoRoom, roomFor } from "./room.ts";

/** A page ends at either: it keeps a row to a few KB, and a change of all of them within one transaction. */
const pageSize = 30;
const pageDatabases = 400;
/** Of ten thousand deployments the pages would wait longer for a connection than a request may take. */
const atOnce = 25;

/**
 * Takes in what a source saw of all its deployments. Costs one conditional write for each page of thirty, unless
 * a shape changed. Something older than what is known changes nothing, and so does the same again. Where agents have no
 * room for more, what was there before is taken in without the rest.
 */
export async function observe(house: House, observed: Observed): Promise<Outcome> {
  const observations = observed.observations.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  // Nothing can have been measured later than now: an agent's fast clock must not outlast its correction.
  return await takeIn(house, { ...observed, at: Math.min(observed.at, house.clock.now()), observations });
}

/** @param existing ids of deployments that are known to be there, and so need no room */
async function takeIn(
  house: House,
  observed: Observed,
  existing: ReadonlySet<string> = new Set(),
): Promise<Outcome> {
  const beaten: (Reshaping | undefined)[] = [];
  await inBatches([...paginate(observed.observations).entries()], atOnce, async ([page, observations]) => {
    beaten[page] = await beatPage(house, { ...observed, observations }, page);
  });
  const pages = beaten.filter((page) => page !== undefined);
  const outcomes: Outcome[] = pages.length < beaten.length ? ["written"] : [];
  const room = roomFor(house, observed);
  let growth = noGrowth;
  try {
    await room?.take(expectedGrowth(pages, existing));
    // One after the other: transactions of one report that touch the same rows would only hinder each other.
    for (const page of pages) {
      const reshaped = await reshape(house, page);
      outcomes.push(reshaped.outcome);
      growth = sum(growth, reshaped.growth);
    }
  } catch (error) {
    if (!(error instanceof NoRoom)) throw error;
    outcomes.push(await takeRest(house, observed, pages, error.lacking, existing));
  } finally {
    await room?.settle(growth);
  }
  return (["too soon", "full", "written"] as const).find((outcome) => outcomes.includes(outcome)) ?? "older";
}

/** Takes in what there is room for: where there is none for more, what is there stays up to date. */
async function takeRest(
  house: House,
  observed: Observed,
  pages: readonly Reshaping[],
  lacking: NoRoom["lacking"],
  known: ReadonlySet<string>,
): Promise<Outcome> {
  const existing = new Set([...known, ...(await existingAmong(house, observed, pages))]);
  const observations = withoutGrowth(observed, pages, lacking, existing);
  const isLess = observations.length < observed.observations.length;
  if (observations.length === 0 || (!isLess && existing.size === known.size)) return "full";
  const outcome = await takeIn(house, { ...observed, observations }, existing);
  return isLess && outcome !== "too soon" ? "full" : outcome;
}

function paginate(observations: readonly Observation[]): Observation[][] {
  const pages: Observation[][] = [];
  let databases = 0;
  for (const observation of observations) {
    databases += observation.databases?.length ?? 0;
    const page = pages.at(-1);
    if (page && page.length < pageSize && databases <= pageDatabases) page.push(observation);
    else {
      pages.push([observation]);
      databases = observation.databases?.length ?? 0;
    }
  }
  return pages;
}

/** The one write of a page; what is left to decide when it did not go through. */
async function beatPage(house: House, observed: Observed, page: number): Promise<Reshaping | undefined> {
  const { organization, source, at, observations } = observed;
  const fingerprints = observations.map(fingerprint);
  const next: Beat = {
    at,
    rx: house.clock.now(),
    shapes: digest(fingerprints.join()).slice(0, 16),
    entries: observations.map(packEntry),
    agent: page === 0 ? observed.agent : undefined,
  };
  const key = keyOfPulse(organization, source, page);
  const { change, when } = beat(next, shortestGap);
  try {
    await house.table.update(key, change, when);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const before = error.row && readPulse(error.row);
    return { ...observed, key, next, fingerprints, before };
  }
}
