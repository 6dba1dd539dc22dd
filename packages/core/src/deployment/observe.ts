import type { House } from "../access/context.ts";
import { digest } from "../kit/hash.ts";
import { ConditionFailed } from "../table/errors.ts";
import { fingerprint, type Observation } from "./observation.ts";
import { type Observed, type Outcome, shortestGap } from "./observed.ts";
import { packEntry } from "./figures.ts";
import { type Beat, beat, keyOfPulse, readPulse } from "./pulse.table.ts";
import { reshape } from "./reshape.ts";

/** Deployments in one pulse row: keeps a row to a few KB, and a change of all of them within one transaction. */
const pageSize = 40;

/**
 * Takes in what a source saw of all its deployments. Costs one conditional write for each page of forty, unless
 * a shape changed. Something older than what is known changes nothing, and so does the same again.
 */
export async function observe(house: House, observed: Observed): Promise<Outcome> {
  const sorted = observed.observations.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const pages: Observation[][] = [];
  for (let start = 0; start < sorted.length; start += pageSize)
    pages.push(sorted.slice(start, start + pageSize));
  const outcomes = await Promise.all(
    pages.map((observations, page) => observePage(house, { ...observed, observations }, page)),
  );
  if (outcomes.includes("too soon")) return "too soon";
  return outcomes.includes("written") ? "written" : "older";
}

async function observePage(house: House, observed: Observed, page: number): Promise<Outcome> {
  const { organization, source, at, observations } = observed;
  const fingerprints = observations.map(fingerprint);
  const next: Beat = {
    at,
    rx: house.clock.now(),
    shapes: digest(fingerprints.join()).slice(0, 16),
    entries: observations.map(packEntry),
  };
  const key = keyOfPulse(organization, source, page);
  const { change, when } = beat(next, shortestGap);
  try {
    await house.table.update(key, change, when);
    return "written";
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const before = error.row && readPulse(error.row);
    return await reshape(house, { ...observed, key, next, fingerprints, before });
  }
}
