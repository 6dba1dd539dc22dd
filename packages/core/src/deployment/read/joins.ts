import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { DeploymentListItem, NewestFigures } from "../../contract/deployment/deployment.ts";
import type { DatabaseExtras } from "../../contract/filter/database-facts.ts";
import type { Joined } from "../../contract/filter/field.ts";
import type { Holders } from "./owners.ts";

/** What a list joins to its rows where it is asked for: the newest five-minute figures, and when memory is full. */
export interface DeploymentExtras {
  /** Of the deployment itself. */
  total: () => Pick<DeploymentListItem, Joined>;
  /** Of each of these databases; undefined for one that has none. */
  ofEach: (databaseIds: readonly string[]) => (DatabaseExtras | undefined)[];
}

/** The newest five-minute figures of a deployment. */
export interface DeploymentFigures extends DeploymentExtras {
  total: () => { figures: NewestFigures };
  /** Of each database, in no order that means something. */
  all: () => NewestFigures[];
}

/**
 * Reads what is joined, by the id of each deployment that has some. The first call begins to read, beside the caller's own
 * reads. The second one names the deployments that are wanted; there may be others in the answer. History and the outlook
 * are nouns above this one, so the caller hands in how they are read.
 */
export type JoinReader<Extras extends DeploymentExtras = DeploymentExtras> = (
  services: Services,
  organization: OrganizationId,
) => (holders: Holders) => Promise<ReadonlyMap<string, Extras>>;

/** How each is read. What is left out is not read. */
export type Joins = Readonly<Partial<Record<Joined, JoinReader>>>;

/** Those that are asked for; undefined for none. */
export function joinsFor(joins: Joins | undefined, asked: ReadonlySet<Joined>): Joins | undefined {
  const wanted = Object.entries(joins ?? {}).filter(([name]) => asked.has(name as Joined));
  return wanted.length > 0 ? Object.fromEntries(wanted) : undefined;
}

/** Reads all of them concurrently, as one. */
export function readJoins(joins: Joins, ...about: Parameters<JoinReader>): ReturnType<JoinReader> {
  const reading = Object.values(joins).map((read) => read(...about));
  return async (holders) => {
    const all = await Promise.all(reading.map((one) => one(holders)));
    const [first, ...others] = all;
    return others.reduce(merged, first ?? new Map<string, DeploymentExtras>());
  };
}

function merged(
  some: ReadonlyMap<string, DeploymentExtras>,
  more: ReadonlyMap<string, DeploymentExtras>,
): ReadonlyMap<string, DeploymentExtras> {
  const all = new Map(some);
  for (const [id, extras] of more) all.set(id, both(some.get(id), extras));
  return all;
}

function both(one: DeploymentExtras | undefined, other: DeploymentExtras): DeploymentExtras {
  if (!one) return other;
  return {
    total: () => ({ ...one.total(), ...other.total() }),
    ofEach: (ids) => {
      const more = other.ofEach(ids);
      return one
        .ofEach(ids)
        .map((extras, place) =>
          extras && more[place] ? { ...extras, ...more[place] } : (extras ?? more[place]),
        );
    },
  };
}
