import { inflateRawSync } from "node:zlib";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { readEvening } from "../../census/read-evening.ts";
import type { DeploymentListItem } from "../../contract/deployment/deployment.ts";
import { rehearsedDays } from "../../contract/incident/rehearsal-words.ts";
import { dateOf } from "../../census/hours.ts";
import { Recent } from "../../deployment/fleet/recent.ts";
import { day, minute } from "../../kit/time.ts";
import type { WatchedDeployment } from "../judging/watched.ts";
import { type Shape, Shapes, subjectOf } from "./evening-shape.ts";

/** Names a deployment in all evenings. */
export interface Named {
  id: string;
  name: string;
  /** The name in lower case. */
  lower: string;
}

/** The list at the end of a day, in columns. */
export interface Evening {
  /** "2026-11-23", in UTC. */
  date: string;
  /** When the list was read, Unix epoch in milliseconds. */
  takenAt: number;
  names: Named[];
  shapes: Shape[];
  /** Of each deployment its memory, limit and utilization, as `OwnFigures` has them. */
  figures: Float64Array;
}

const figuresOfOne = 3;

/** The deployments of an evening one by one. Each is valid until the next. */
export function* subjectsOf(
  evening: Evening,
  from = 0,
  end = evening.names.length,
): Generator<WatchedDeployment> {
  for (let index = from; index < end; index += 1) yield subjectAt(evening, index);
}

/** The deployment at a place. Valid until the next call. */
export function subjectAt({ names, shapes, figures }: Evening, index: number): WatchedDeployment {
  const at = index * figuresOfOne;
  own.memory = figures[at] ?? Number.NaN;
  own.memoryLimit = figures[at + 1] ?? Number.NaN;
  own.utilization = figures[at + 2] ?? Number.NaN;
  // Every evening has one of each.
  return subjectOf(shapes[index] as Shape, names[index] as Named, own);
}

/** One for all: 300,000 objects take a tenth of a second. */
const own = { memory: 0, memoryLimit: 0, utilization: 0 };

/** The evenings of the last days, the newest first. */
export interface Evenings {
  /** The days that were asked for, with an evening where one is stored. */
  days: { date: string; evening: Evening | undefined }[];
}

interface Reading {
  done: Promise<Evenings>;
  size: number;
}

/** How many deployments of evenings a process keeps, of all organizations together: about 40 MB. */
export const mostKept = 600_000;

const organizations = new Recent<Reading>({
  keptFor: 15 * minute,
  most: mostKept,
  begin: (services, organization) => {
    const reading: Reading = { done: readEvenings(services, organization), size: 0 };
    reading.done
      .then(
        ({ days }) =>
          (reading.size = days.reduce((sum, { evening }) => sum + (evening?.names.length ?? 0), 0)),
      )
      .catch(() => undefined);
    return reading;
  },
  sizeOf: ({ size }) => size,
});

/** The evenings of the last 30 days, as a process read them within the last 15 minutes. A large fleet has fewer. */
export const eveningsOf = (services: Services, organization: OrganizationId): Promise<Evenings> =>
  organizations.of(services, organization).done;

/** Reads day after day, the newest first, until there are enough. */
async function readEvenings(services: Services, organization: OrganizationId): Promise<Evenings> {
  const now = services.clock.now();
  const [names, shapes, days] = [new Map<string, Named>(), new Shapes(), [] as Evenings["days"]];
  let left = mostKept;
  for (let before = 1; before <= rehearsedDays; before += 1) {
    const date = dateOf(now - before * day);
    const stored = await readEvening(services, organization, date);
    const evening: Evening | undefined = stored && {
      date,
      takenAt: stored.takenAt,
      names: [],
      shapes: [],
      figures: new Float64Array(0),
    };
    if (evening && stored) {
      const figures: number[] = [];
      for (const part of stored.parts) {
        add(evening, figures, JSON.parse(inflateRawSync(part).toString()) as DeploymentListItem[], {
          names,
          shapes,
        });
        await nextTurn();
      }
      evening.figures = Float64Array.from(figures);
      left -= evening.names.length;
    }
    if (left < 0) break;
    days.push({ date, evening });
  }
  return { days };
}

function add(
  evening: Evening,
  figures: number[],
  items: readonly DeploymentListItem[],
  { names, shapes }: { names: Map<string, Named>; shapes: Shapes },
): void {
  for (const item of items) {
    const { id, name } = item;
    let named = names.get(id);
    if (named?.name !== name) names.set(id, (named = { id, name, lower: name.toLowerCase() }));
    const { shape, own: ofItem } = shapes.of(item, evening.takenAt);
    evening.names.push(named);
    evening.shapes.push(shape);
    figures.push(ofItem.memory, ofItem.memoryLimit, ofItem.utilization);
  }
}
