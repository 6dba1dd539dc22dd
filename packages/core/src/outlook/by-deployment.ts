import type { DeploymentOutlook, ListedOutlook } from "../contract/outlook/in-lists.ts";
import type { Say } from "../contract/outlook/says.ts";
import type { FleetDatabase } from "../deployment/fleet/database.ts";
import type { DeploymentExtras } from "../deployment/read/joins.ts";
import { datesIn, earliestOf, judge, type JudgedDatabase } from "./judge.ts";
import type { StoredOutlooks } from "./rows/stored.ts";

/** What is said of the databases of each deployment that has some, by its id. */
export async function outlooksOf(
  databases: readonly FleetDatabase[],
  stored: StoredOutlooks,
): Promise<ReadonlyMap<string, DeploymentExtras>> {
  const judged = await judge(databases, stored);
  const byDeployment = Map.groupBy(judged, ({ database }) => database.deployment.item.id);
  return new Map([...byDeployment].map(([id, own]) => [id, extrasOf(own)]));
}

function extrasOf(own: readonly JudgedDatabase[]): DeploymentExtras {
  return {
    total: () => ({ outlook: outlookOfDeployment(own) }),
    ofEach(databaseIds) {
      const byId = new Map(own.map((one) => [idOf(one), one]));
      return databaseIds.map((id) => {
        const one = byId.get(id);
        return one && { outlook: listed(one) };
      });
    },
  };
}

const idOf = ({ database }: JudgedDatabase): string => database.facts.database.id;

function listed(one: JudgedDatabase): ListedOutlook {
  const { earliest, latest } = datesIn(one);
  return { say: one.say, earliest, latest };
}

/** The first of these that is said of a database is said of its deployment. What is not known may be worse than no date. */
const order: readonly Say[] = [
  "date",
  "full",
  "unknown",
  "tiered",
  "early",
  "unclear",
  "far",
  "noLimit",
  "none",
];

/** @param own all databases of the deployment, of which there is one at least */
function outlookOfDeployment(own: readonly JudgedDatabase[]): DeploymentOutlook {
  const [first] = own.toSorted(
    (one, other) =>
      order.indexOf(one.say) - order.indexOf(other.say) || (earliestOf(one) ?? 0) - (earliestOf(other) ?? 0),
  );
  const full = own.filter(({ say }) => say === "full").length;
  if (!first) return { say: "unknown", earliest: null, latest: null, database: null, full };
  const { id, name } = first.database.facts.database;
  return { ...listed(first), database: first.say === "date" ? { id, name } : null, full };
}
