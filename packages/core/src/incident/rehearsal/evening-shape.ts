import type { DeploymentListItem } from "../../contract/deployment/deployment.ts";
import {
  type Facts,
  factsOf,
  freshnessOf,
  limitOf,
  memoryOf,
  utilizationOf,
} from "../../contract/filter/facts.ts";
import { day } from "../../kit/time.ts";
import type { WatchedDeployment } from "../judging/watched.ts";

/**
 * What many deployments of an evening have in common, as the subject of a rule. What is of one deployment is written into
 * it before it is judged: 300,000 subjects of their own would take 300 MB.
 */
export interface Shape {
  subject: Writable<WatchedDeployment> & { facts: Writable<Facts> };
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The figures that differ between deployments. NaN: not known. Infinity: there is none. */
export interface OwnFigures {
  memory: number;
  memoryLimit: number;
  utilization: number;
}

export const numberOf = (fact: number | null | undefined): number =>
  fact === undefined ? Number.NaN : (fact ?? Infinity);
const factOf = (figure: number | undefined): number | null | undefined =>
  figure === undefined || Number.isNaN(figure) ? undefined : figure === Infinity ? null : figure;

/** The shapes of an organization's evenings, each once. */
export class Shapes {
  readonly #known = new Map<string, Shape>();

  /** The shape of a list item as it was at `takenAt`, and what the item has of its own. */
  of(item: DeploymentListItem, takenAt: number): { shape: Shape; own: OwnFigures } {
    const { type, source, status, databaseCount, via, facts, license, cloudSubscription, evicted } = item;
    const own = {
      memory: numberOf(memoryOf(item.memoryUsed)),
      memoryLimit: numberOf(limitOf(item.memoryLimit)),
      utilization: numberOf(utilizationOf(item)),
    };
    // What follows from the day changes by itself.
    const today = Math.floor(takenAt / day);
    const words = `${type} ${source} ${status} ${databaseCount} ${via} ${(evicted ?? 0) > 0} ${today}`;
    const objects = JSON.stringify([facts, license, cloudSubscription]);
    const fresh = freshnessOf(item, takenAt);
    const key = `${words} ${fresh} ${objects}`;
    let shape = this.#known.get(key);
    if (!shape) {
      const { own: _, ...known } = factsOf(item, takenAt);
      const subject = { kind: source, via, isSilent: fresh === "silent", status };
      shape = { subject: { ...emptySubject, ...subject, facts: { ...known, own: {} } } };
      this.#known.set(key, shape);
    }
    return { shape, own };
  }
}

const emptySubject = {
  id: "",
  name: "",
  lastReportAt: 0,
  certificateEnd: undefined,
  replicas: undefined,
  isReplica: false,
  databases: [],
};

/** Writes what is of one deployment into the subject of its shape, and returns it. The next call changes it again. */
export function subjectOf(
  { subject }: Shape,
  { id, name, lower }: { id: string; name: string; lower: string },
  own: OwnFigures,
): WatchedDeployment {
  const { facts } = subject;
  subject.id = facts.id = id;
  subject.name = name;
  facts.name = lower;
  facts.memory = factOf(own.memory);
  facts.memoryLimit = factOf(own.memoryLimit);
  facts.utilization = factOf(own.utilization);
  return subject;
}
