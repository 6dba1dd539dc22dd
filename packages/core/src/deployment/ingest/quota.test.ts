import { describe, expect, test } from "vitest";
import type { Database } from "../../contract/deployment/deployment.ts";
import { type Figures, figuresOf } from "../rows/figures.ts";
import type { Observation } from "../rows/observation.ts";
import { growthsOf } from "./quota.ts";

const databases = (count: number) =>
  Array.from({ length: count }, (_, index): Database => {
    const unknown = { version: null, memoryUsed: null, memoryLimit: null, tlsEnabled: null };
    return { id: String(index), name: null, status: "active", ...unknown };
  });

const observed = (id: string, count: number | undefined): Observation => ({
  id,
  name: id,
  type: "CLUSTER",
  status: "active",
  statusMessage: null,
  databases: count === undefined ? undefined : databases(count),
  license: null,
  cloudSubscription: null,
  enterpriseAdminUrl: null,
});

interface Situation {
  observation: Observation;
  /** How many of its databases the source's pulses held; undefined for figures that were not measured. */
  figuresBefore?: number | undefined;
  hasRow?: boolean;
  allowed?: boolean;
}

function growthIn({ observation, hasRow = false, allowed = true, ...situation }: Situation) {
  const { id } = observation;
  const figures =
    situation.figuresBefore === undefined ? undefined : figuresOf(databases(situation.figuresBefore));
  const figuresBefore = new Map<string, Figures | undefined>(
    "figuresBefore" in situation ? [[id, figures]] : [],
  );
  return growthsOf({ page: [observation], figuresBefore }, [hasRow ? {} : undefined], [{ allowed }]).get(id);
}

describe("SEC22 a report adds", () => {
  test.each<[string, Situation, { deployments: number; databases: number } | undefined]>([
    ["what is new", { observation: observed("dep_1", 3) }, { deployments: 1, databases: 3 }],
    [
      "new servers that cannot be read",
      { observation: observed("dep_1", undefined) },
      { deployments: 1, databases: 0 },
    ],
    [
      "databases that are more than before",
      { observation: observed("dep_1", 7), figuresBefore: 5, hasRow: true },
      { deployments: 0, databases: 2 },
    ],
    [
      "databases of a take-over",
      { observation: observed("dep_1", 7), hasRow: true },
      { deployments: 0, databases: 7 },
    ],
    [
      "databases that could not be read before",
      { observation: observed("dep_1", 7), figuresBefore: undefined, hasRow: true },
      { deployments: 0, databases: 7 },
    ],
    [
      "nothing for what stays",
      { observation: observed("dep_1", 5), figuresBefore: 5, hasRow: true },
      { deployments: 0, databases: 0 },
    ],
    [
      "nothing for databases that are fewer",
      { observation: observed("dep_1", 1), figuresBefore: 5, hasRow: true },
      { deployments: 0, databases: 0 },
    ],
    [
      "nothing for what another source owns",
      { observation: observed("dep_1", 5), allowed: false },
      undefined,
    ],
  ])("%s", (_, situation, expected) => {
    expect(growthIn(situation)).toEqual(expected);
  });
});
