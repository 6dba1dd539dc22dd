import { explainDeployment as schemas } from "../contract/assistants/details.ts";
import type { Cell } from "../contract/assistants/parts.ts";
import type { Database, Deployment, NewestFigures } from "../contract/deployment/deployment.ts";
import { doFiguresHold } from "../contract/deployment/figures-hold.ts";
import type { Live } from "../contract/deployment/live.ts";
import { DatabaseFacts } from "../contract/filter/database-facts.ts";
import { type Facts, factsOf } from "../contract/filter/facts.ts";
import { type FieldName, fieldNames } from "../contract/filter/fields.ts";
import { everything } from "../contract/filter/filter.ts";
import type { Incident } from "../contract/incident/incident.ts";
import { get } from "../deployment/read/get.ts";
import { joinIncidents } from "../deployment/read/incident-join.ts";
import { live } from "../history/live.ts";
import { list } from "../incident/incident.ts";
import { openTroubles } from "../incident/open-troubles.ts";
import { isId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { findSources } from "../sources.ts";
import { cellOf, subjectOf, subjectOfDatabase } from "./cells.ts";
import { shownText } from "./clean.ts";
import { tableOf } from "./explain-incident.ts";
import { isSilent, listDeployments, ownIn } from "./listed.ts";
import { sortedBy } from "./order.ts";
import { type AssistantContext, tool } from "./tool.ts";

/** The most characters of each table, so that together they stay below the longest answer. */
const longest = { sources: 1_500, databases: 4_000, incidents: 3_500 } as const;
const mostDatabases = 10;
const mostGaps = 10;
const mostNamed = 10;

/** What every deployment of the organization has, or what is said beside the facts. */
const notFacts: readonly FieldName[] = ["org", "id"];
const ofDatabase: readonly FieldName[] = ["version", "memory", "maxmemory", "util", "policy"];

export const explainDeployment = tool({
  name: "explain_deployment",
  title: "Explain a deployment",
  description:
    "Explains one deployment, server or subscription: what it is and who reports it, plan, provider, region, how much memory and license it uses, how busy it is now, whether it evicts keys, what its source says or can't read for want of a permission, how old that is, its databases, open incidents, and what helps.",
  ...schemas,
  async answer(ctx, { deployment: named }) {
    const id = isId("deployment", named) ? named : await idOf(ctx, named);
    const organization = ownIn(ctx);
    const [found, newest, open, troubleOf] = await Promise.all([
      get(ctx, id, findSources, organization),
      live(ctx, id, { organizationId: organization }),
      list(ctx, { organizationId: organization, state: "open", limit: 1 }),
      joinIncidents(ctx, [organization], openTroubles),
    ]);
    const now = ctx.clock.now();
    const facts = { ...factsOf(found, now, troubleOf), figures: figuresOf(found, newest, now) };
    const incidents = open.incidents.filter((incident) => concerns(incident, id));
    const databases = databasesOf(found, facts);
    const notes = notesOf(found, facts, databases.rows.length);
    const advice = [...new Set(incidents.map((incident) => incident.advice?.text ?? ""))].filter(Boolean);
    return {
      structured: {
        as_of: new Date(now).toISOString(),
        id,
        link: `${ctx.settings.webOrigin}/deployments/${id}`,
        notes: notes.length > 0 ? notes : undefined,
        advice: advice.length > 0 ? advice : undefined,
        data: {
          name: found.name,
          facts: factCells(found, facts),
          status_message: found.statusMessage ?? undefined,
          status_since: found.statusSince,
          last_report: found.lastUpdated,
          license_end: found.license?.expirationDate ?? undefined,
          certificate_end: found.certificateEnd,
          reported_by: tableOf(
            ["kind", "id", "name", "last_used", "failure"],
            found.feeds.map((feed) => [
              feed.kind,
              feed.id,
              feed.name,
              feed.lastUsed,
              feed.failure?.reason ?? null,
            ]),
            longest.sources,
          ),
          databases,
          gaps: found.gaps.slice(0, mostGaps),
          incidents: tableOf(
            ["id", "severity", "title", "since"],
            incidents.map(({ id: incident, severity, title, since }) => [incident, severity, title, since]),
            longest.incidents,
          ),
        },
      },
    };
  },
});

/** The id of the only deployment with a name, as lists show it. Throws notFound, and conflict for several. */
async function idOf(ctx: AssistantContext, name: string): Promise<string> {
  const { found } = await listDeployments(ctx, everything);
  const ids = found
    .filter(({ item }) => item.name === name || shownText(item.name) === name)
    .map(({ item }) => item.id);
  const [first, ...others] = ids;
  if (first === undefined)
    throw new Problem(
      "notFound",
      "No deployment has this name. find_deployments finds parts of names by search.",
    );
  if (others.length === 0) return first;
  const shown = ids.slice(0, mostNamed).join(", ");
  throw new Problem("conflict", `${ids.length} deployments have this name. Ask by one of the ids: ${shown}.`);
}

const concerns = ({ affected }: Incident, id: string): boolean =>
  affected.first.some((one) => one.id === id) || (affected.others ?? []).includes(id);

/** The newest five minutes, as long as they say something about now. */
function figuresOf(
  { source }: Deployment,
  { total, to, hourly }: Live,
  now: number,
): NewestFigures | undefined {
  const end = hourly?.to ?? to;
  return end !== null && doFiguresHold(source, Date.parse(end), now) ? { ...total, to: end } : undefined;
}

/** What is known, by the fields of the filter. */
function factCells(found: Deployment, facts: Facts): Record<string, Cell> {
  const subject = subjectOf(facts, found);
  const cells = fieldNames
    .filter((name) => !notFacts.includes(name))
    .map((name): [string, Cell] => [name, cellOf(name, subject)]);
  return Object.fromEntries(cells.filter(([, cell]) => cell !== null));
}

function databasesOf({ databases }: Deployment, facts: Facts) {
  const all = databases.map((database: Database) => new DatabaseFacts(database, facts));
  const fullest = sortedBy(
    all,
    ({ utilization }) => utilization ?? undefined,
    "desc",
    ({ database }) => database.id,
  );
  const rows = fullest.slice(0, mostDatabases).map((one): Cell[] => {
    const { id, name, status } = one.database;
    return [
      id,
      name ?? `db ${id}`,
      status,
      ...ofDatabase.map((field) => cellOf(field, subjectOfDatabase(one))),
    ];
  });
  return tableOf(["id", "name", "status", ...ofDatabase], rows, longest.databases);
}

function notesOf({ databases, gaps }: Deployment, facts: Facts, shown: number): string[] {
  const hidden = databases.length - shown;
  return [
    ...(isSilent(facts) ? ["It is silent: its source reports nothing now. All of this was last known."] : []),
    ...(hidden > 0 ? [`${hidden} more databases are not listed. find_databases has them, by id.`] : []),
    ...(gaps.length > mostGaps ? [`${gaps.length - mostGaps} more things can't be read.`] : []),
  ];
}
