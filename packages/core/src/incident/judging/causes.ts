import { concernOfStatus } from "../../contract/filter/severity.ts";
import type { IncidentSeverity } from "../../contract/incident/words.ts";
import { isRead, sourceTraits, traitsOf } from "../../contract/source/source.ts";
import { minute } from "../../kit/time.ts";
import { lostAgents } from "./network.ts";
import type { Cause, Evidence, Member } from "../rows/record.ts";
import type { Watched, WatchedAgent, WatchedChannel, WatchedDeployment, WatchedSource } from "./watched.ts";

/** Why a deployment has a finding. */
export interface Explanation {
  key: string;
  cause: Cause;
  evidence: Evidence;
  /** Another severity than the rule's. */
  severity?: IncidentSeverity;
  /** What is seen now, where it may be something else than when the finding fired. */
  value?: string;
}

/** What causes are found in, indexed once for each pass. */
export interface Surroundings {
  sources: ReadonlyMap<string, WatchedSource> | undefined;
  agents: ReadonlyMap<string, WatchedAgent>;
  channels: ReadonlyMap<string, WatchedChannel>;
  /** The agents that a fault of the network took. */
  lost: ReadonlySet<string>;
  /** That fault. Each of their deployments asks for it, so it is made once. */
  network: Explanation | undefined;
  /** How many deployments each source and each agent has. */
  counts: ReadonlyMap<string, number>;
  /** The agents that cannot reach most of their servers. */
  cutOff: ReadonlyMap<string, readonly WatchedDeployment[]>;
  now: number;
}

export function surroundingsOf(
  { deployments, agents, sources, channels = [] }: Watched,
  now: number,
): Surroundings {
  const byAgent = Map.groupBy(deployments, ({ via }) => via ?? "");
  const reporting = agents.filter(({ via }) => byAgent.has(via));
  const lost = lostAgents(reporting, now);
  const byVia = new Map(agents.map((agent) => [agent.via, agent]));
  return {
    sources: sources && new Map(sources.map((source) => [source.id, source])),
    agents: byVia,
    channels: new Map(channels.map((channel) => [channel.id, channel])),
    lost,
    network: lost.size > 0 ? causeOfNetwork(byVia, lost) : undefined,
    counts: countsOf(byAgent),
    cutOff: new Map(
      [...byAgent].flatMap(([via, members]) =>
        isCutOff(members) ? [[via, members.filter(isUnreachable)]] : [],
      ),
    ),
    now,
  };
}

/** By agent, and by key or integration. */
function countsOf(byVia: ReadonlyMap<string, readonly WatchedDeployment[]>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [via, members] of byVia)
    for (const id of new Set([via, keyOf(via)])) counts.set(id, (counts.get(id) ?? 0) + members.length);
  return counts;
}

/** Whether its agent cannot reach it. */
const isUnreachable = ({ kind, isSilent, status }: WatchedDeployment) =>
  !isRead(kind) && !isSilent && concernOfStatus(status) === "unreachable";

/** Of this many servers, and at least half of them, the network of their agent is the cause. */
const fewestServers = 3;

function isCutOff(deployments: readonly WatchedDeployment[]): boolean {
  const unreachable = deployments.filter(isUnreachable).length;
  return unreachable >= fewestServers && 2 * unreachable >= deployments.length;
}

/** Whether a process has said nothing for as long as deployments may be silent. */
const isDead = ({ lastReportAt }: WatchedAgent, now: number) =>
  now - lastReportAt > sourceTraits.agent.staleAfter * minute;

const iso = (time: number) => new Date(time).toISOString();
const figure = (label: string, value: string | null | undefined) => (value ? [{ label, value }] : []);
/** What is known of a cause beside its name. */
const evidence = (figures: Evidence["figures"], since: number | null = null): Evidence => ({
  figures,
  words: null,
  since,
});
const keyOf = (via: string) => via.split("/")[0] ?? via;

/** Why a deployment is silent. The first that fits counts. */
export function causeOfSilence(deployment: WatchedDeployment, around: Surroundings): Explanation {
  const { via, kind } = deployment;
  if (via === undefined) return dropped("none", null, "Without a source", deployment);
  if (isRead(kind)) return causeOfSource(via, deployment, around);
  const key = around.sources?.get(keyOf(via));
  if (around.sources && key?.status !== "ok") return causeOfKey(keyOf(via), key, deployment);
  const agent = around.agents.get(via);
  if (agent && !isDead(agent, around.now)) return dropped(via, via, agent.name, deployment);
  if (around.network && around.lost.has(via)) return around.network;
  return causeOfAgent(via, agent, deployment);
}

function causeOfSource(
  id: string,
  { lastReportAt, kind }: WatchedDeployment,
  { sources }: Surroundings,
): Explanation {
  const source = sources?.get(id);
  return sourceCause(id, source ?? { kind, name: "A removed account", lastDataAt: lastReportAt });
}

type Described = Pick<WatchedSource, "name" | "lastDataAt"> & Partial<WatchedSource>;

/** An account that brings nothing. */
export function sourceCause(
  id: string,
  { kind, name, status, lastReadAt, lastDataAt, lastError }: Described,
): Explanation {
  return {
    key: `source:${id}`,
    cause: { kind: "source", id, name },
    evidence: {
      figures: [
        ...figure("Source", kind && traitsOf(kind).noun),
        ...figure("Status", status),
        ...figure("Last sync", lastReadAt === undefined ? null : iso(lastReadAt)),
      ],
      words: lastError ?? null,
      since: lastDataAt ?? null,
    },
  };
}

const lastReport = (at: number): Evidence => evidence([{ label: "Last report", value: iso(at) }], at);

/** The name of a key that is gone is not known here. */
function causeOfKey(
  id: string,
  key: WatchedSource | undefined,
  { lastReportAt }: WatchedDeployment,
): Explanation {
  return {
    key: `key:${id}`,
    cause: { kind: "key", id, name: key?.name ?? "" },
    evidence: { ...lastReport(lastReportAt), words: key?.lastError ?? "The agent key was revoked." },
  };
}

function causeOfNetwork(agents: ReadonlyMap<string, WatchedAgent>, lost: ReadonlySet<string>): Explanation {
  const silent = [...lost].flatMap((via) => agents.get(via) ?? []);
  const names = silent.slice(0, 5).map(({ name }) => name);
  return {
    key: "network",
    cause: { kind: "network", id: null, name: `${lost.size} agents` },
    evidence: evidence(
      [
        { label: "Silent agents", value: `${lost.size} of ${agents.size}` },
        { label: "Among them", value: names.join(", ") },
      ],
      silent.reduce((first, { lastReportAt }) => Math.min(first, lastReportAt), Infinity),
    ),
  };
}

function causeOfAgent(
  via: string,
  agent: WatchedAgent | undefined,
  { lastReportAt }: WatchedDeployment,
): Explanation {
  return {
    key: `agent:${via}`,
    cause: { kind: "agent", id: via, name: agent?.name ?? via },
    evidence: agent ? evidenceOfAgent(agent) : evidence([], lastReportAt),
  };
}

function evidenceOfAgent({ version, platform, lastError, lastReportAt }: WatchedAgent): Evidence {
  return {
    figures: [
      { label: "Last report", value: iso(lastReportAt) },
      ...figure("Version", version),
      ...figure("Platform", platform),
    ],
    words: lastError,
    since: lastReportAt,
  };
}

/** The clock of an agent is a cause of its own: its reports still come. */
export const clockCause = (agent: WatchedAgent): Explanation => ({
  key: `agent:${agent.via} agent-clock`,
  cause: { kind: "agent", id: agent.via, name: agent.name },
  evidence: { ...evidenceOfAgent(agent), since: null },
});

/** A receiver of messages, or what lies between. */
export const channelCause = ({ id, name, failingSince }: WatchedChannel): Explanation => ({
  key: `channel:${id}`,
  cause: { kind: "channel", id, name },
  evidence: evidence([], failingSince),
});

/** What a program signs in with. */
export const tokenCause = ({ id, name, value }: Pick<Member, "id" | "name" | "value">): Explanation => ({
  key: `token:${id}`,
  cause: { kind: "token", id, name },
  evidence: evidence(figure("Observed", value)),
});

/** Nothing reports it, although nothing failed. */
function dropped(
  key: string,
  id: string | null,
  name: string,
  { lastReportAt }: WatchedDeployment,
): Explanation {
  return {
    key: `dropped:${key}`,
    cause: { kind: "dropped", id, name },
    evidence: lastReport(lastReportAt),
    severity: "info",
  };
}

/** Why a server is not well: its agent cannot reach most of them, or it is the server itself (undefined). */
export function causeOfHost(
  { via = "", id }: WatchedDeployment,
  { cutOff, agents }: Surroundings,
): Explanation | undefined {
  const unreachable = cutOff.get(via);
  if (!unreachable?.some((each) => each.id === id)) return undefined;
  const name = agents.get(via)?.name ?? via;
  return {
    key: `host:${via}`,
    cause: { kind: "host", id: via, name },
    evidence: evidence([{ label: "Unreachable", value: `${unreachable.length} servers` }]),
  };
}

/** How many deployments a cause can concern, as far as that is known. Those that join later are no news. */
export function expectedOf({ cause }: Pick<Explanation, "cause">, { counts, lost }: Surroundings): number {
  if (cause.kind === "network") return [...lost].reduce((sum, via) => sum + (counts.get(via) ?? 0), 0);
  return cause.id === null ? 0 : (counts.get(cause.id) ?? 0);
}
