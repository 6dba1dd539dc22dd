import type { House } from "../access/context.ts";
import { digest } from "../kit/hash.ts";
import { ConditionFailed } from "../table/errors.ts";
import { fingerprint, type Observation } from "./observation.ts";
import { type Observed, type Outcome, shortestGap } from "./observed.ts";
import { packEntry } from "./figures.ts";
import { type Beat, beat, keyOfPulse, readPulse } from "./pulse.table.ts";
import { reshape, type Reshaping } from "./reshape.ts";

/** A page ends at either: it keeps a row to a few KB, and a change of all of them within one transaction. */
const pageSize = 30;
const pageDatabases = 400;

/**
 * Takes in what a source saw of all its deployments. Costs one conditional write for each page of thirty, unless
 * a shape changed. Something older than what is known changes nothing, and so does the same again.
 */
export async function observe(house: House, observed: Observed): Promise<Outcome> {
  const sorted = observed.observations.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  // Nothing can have been measured later than now: an agent's fast clock must not outlast its correction.
  const at = Math.min(observed.at, house.clock.now());
  const pages = await Promise.all(
    paginate(sorted).map((observations, page) => beatPage(house, { ...observed, at, observations }, page)),
  );
  // One after the other: transactions of one report that touch the same rows would only hinder each other.
  const outcomes: Outcome[] = [];
  for (const page of pages) outcomes.push(page ? await reshape(house, page) : "written");
  if (outcomes.includes("too soon")) return "too soon";
  return outcomes.includes("written") ? "written" : "older";
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
