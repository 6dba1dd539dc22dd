import type { DeploymentListItem } from "../../contract/deployment/deployment.ts";
import { type Facts, factsOf } from "../../contract/filter/facts.ts";
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
    const isSilent = item.status === "stale";
    const {
      id: _,
      name: __,
      own: ___,
      memory,
      memoryLimit,
      utilization,
      today,
      ...common
    } = factsOf(item, takenAt);
    const own = {
      memory: numberOf(memory),
      memoryLimit: numberOf(memoryLimit),
      utilization: numberOf(utilization),
    };
    // A past fact that changes every day by itself is in two others, in whole days.
    const key = JSON.stringify([common, item.via], (_key, value: unknown) =>
      value === undefined ? "?" : value,
    );
    let shape = this.#known.get(key);
    if (!shape) {
      const facts = { ...common, id: "", name: "", own: {}, memory, memoryLimit, utilization, today };
      shape = {
        subject: { ...emptySubject, kind: item.source, via: item.via, isSilent, status: item.status, facts },
      };
      this.#known.set(key, shape);
    }
    return { shape, own };
  }

  get size(): number {
    return this.#known.size;
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
  { id, name }: { id: string; name: string },
  own: OwnFigures,
): WatchedDeployment {
  const { facts } = subject;
  subject.id = facts.id = id;
  subject.name = name;
  facts.name = name.toLowerCase();
  facts.memory = factOf(own.memory);
  facts.memoryLimit = factOf(own.memoryLimit);
  facts.utilization = factOf(own.utilization);
  return subject;
}
