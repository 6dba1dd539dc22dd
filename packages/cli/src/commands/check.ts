import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { factsOf } from "@shardwatch/core/contract/filter/facts";
import { isLastKnown } from "@shardwatch/core/contract/filter/severity";
import type { Incident, IncidentList } from "@shardwatch/core/contract/incident/incident";
import { incidentSeverities, mostMembers } from "@shardwatch/core/contract/incident/words";
import type { SourceState } from "@shardwatch/core/contract/source/state";
import { minute } from "@shardwatch/core/kit/time";
import type { Api } from "../api/api.ts";
import { command } from "../command.ts";
import { exit, Failure } from "../exit.ts";
import { filterIn, lineOf } from "../filter.ts";
import { incidentFields, printedIncidents } from "./incident-columns.ts";
import { isFrom } from "./incidents.ts";
import { pagesOf } from "./pages.ts";
import { membersOf } from "./troubles.ts";

const largestPage = 1_000;
/** Incidents are judged every minute, and every five where no agent reports. */
const judgedWithin = 15 * minute;

export const check = command({
  name: "check",
  summary: "Say by the exit code whether something is wrong, for pipelines",
  words: "[filter…]",
  takesFilter: true,
  about: [
    "It ends with 0 where no incident of the severity concerns the deployments that the filter matches. With 1, it prints the incidents. With 2, it is not known, and it says why.",
    "It is not known while a deployment is silent or can't be read, and while the source of one is failing. Neither is it where no deployment matches, and where no incident was judged in the last fifteen minutes. An incident that was found counts all the same.",
    "Silenced incidents don't count, and are counted beside the verdict. Without a filter, incidents about sources, agents, channels and tokens count too.",
  ],
  options: {
    severity: {
      value: "least",
      words: incidentSeverities,
      help: "from which severity on an incident counts; `warning` without it",
    },
  },
  fields: incidentFields,
  examples: [
    { line: "shardwatch check", does: "Whether all is well." },
    {
      line: "shardwatch check --severity critical orders",
      does: "Before a deployment of what uses `orders`.",
    },
    {
      line: "shardwatch check id:dep_7m1w2k9c4x8q5r3t6v0y || exit 1",
      does: "Stops a script, whatever the reason.",
    },
  ],
  async run({ values, words, api, output, say }) {
    const filter = filterIn(words);
    const least = values.severity ?? "warning";
    const client = api();
    const [deployments, list, { sources }] = await known(
      Promise.all([
        all(client, lineOf(filter)),
        client.get("/incidents", { query: { state: "open" } }),
        client.get("/sources", { query: {} }),
      ]),
    );
    // By the server's clock: the ages are its own.
    const now = Date.parse(client.headers.date ?? "") || Date.now();
    const scope = words.length === 0 ? undefined : deployments;
    const counted = list.incidents.filter((one) => isFrom(one, least) && concerns(one, scope));
    const found = counted.filter(({ silencedUntil }) => silencedUntil === null);
    const doubts = [
      ...doubtsOfIncidents(list, scope !== undefined, now),
      ...doubtsOfDeployments(deployments, now),
      ...doubtsOfSources(sources, scope),
    ];
    await output.rows([found], printedIncidents);
    const silenced = counted.length - found.length;
    const beside = silenced === 0 ? "" : ` ${silenced} more ${silenced === 1 ? "is" : "are"} silenced.`;
    if (found.length > 0) {
      say(`Incidents of severity ${least} or above: ${found.length}.${beside}`);
      return exit.found;
    }
    if (doubts.length > 0)
      throw new Failure(exit.trouble, `It is not known whether all is well.${beside}`, doubts);
    say(`No incident of severity ${least} or above. Deployments: ${deployments.length}.${beside}`);
    return exit.done;
  },
});

/** What the API refuses is not known. Only a refused token has an exit code of its own. */
async function known<T>(answers: Promise<T>): Promise<T> {
  try {
    return await answers;
  } catch (error) {
    if (!(error instanceof Failure) || error.exitCode !== exit.refused) throw error;
    throw new Failure(exit.trouble, `It is not known whether all is well. ${error.message}`, error.details);
  }
}

async function all(client: Api, query: { q?: string }): Promise<DeploymentListItem[]> {
  const found: DeploymentListItem[] = [];
  const pages = pagesOf(async (cursor, limit) => {
    const page = { ...query, limit: String(limit), ...(cursor && { cursor }) };
    const { deployments: rows, nextCursor } = await client.get("/deployments", { query: page });
    return { rows, nextCursor };
  }, largestPage);
  for await (const page of pages) found.push(...page);
  return found;
}

type Scope = readonly DeploymentListItem[] | undefined;

/** The sources of a deployment, as incidents name them: a key with its agent, the key alone, an integration. */
const sourcesOf = ({ via = "" }: DeploymentListItem): string[] => [via, ...via.split("/").slice(0, 1)];

function concerns(incident: Incident, scope: Scope): boolean {
  if (!scope) return true;
  const members = new Set([
    ...membersOf(incident),
    ...(incident.cause.id === null ? [] : [incident.cause.id]),
  ]);
  return scope.some((one) => [one.id, ...sourcesOf(one)].some((id) => members.has(id)));
}

function doubtsOfIncidents(list: IncidentList, isNarrow: boolean, now: number): string[] {
  const { incidents, nextCursor, lookedAt, deafUntil } = list;
  return [
    ...(nextCursor === undefined ? [] : ["The list of incidents is not whole."]),
    ...(isNarrow && incidents.some(({ affected }) => affected.count >= mostMembers)
      ? [`An incident concerns more than ${mostMembers} deployments, and does not name them all.`]
      : []),
    ...(lookedAt === undefined || now - Date.parse(lookedAt) > judgedWithin
      ? [`Incidents were judged last: ${lookedAt ?? "never"}.`]
      : []),
    ...(deafUntil === undefined ? [] : [`After an outage, silence is not noticed before ${deafUntil}.`]),
  ];
}

const few = 5;

function doubtsOfDeployments(deployments: readonly DeploymentListItem[], now: number): string[] {
  if (deployments.length === 0) return ["No deployment matches."];
  const unknown = deployments.filter(
    (one) => isLastKnown(one.status) || factsOf(one, now).freshness === "silent",
  );
  const named = unknown.slice(0, few).map(({ name, status, lastUpdated }) => {
    return `${name} is ${status}. Its last report: ${lastUpdated}.`;
  });
  return unknown.length > few ? [...named, `${unknown.length - few} more can't be read.`] : named;
}

const failing = new Set<SourceState["status"]>(["silent", "throttled", "denied", "error"]);

function doubtsOfSources(sources: readonly SourceState[], scope: Scope): string[] {
  const used = scope && new Set(scope.flatMap(sourcesOf));
  return sources
    .filter(({ id, status }) => failing.has(status) && (used?.has(id) ?? true))
    .map(
      ({ name, status, lastError }) => `The source ${name} is ${status}${lastError ? `: ${lastError}` : "."}`,
    );
}
