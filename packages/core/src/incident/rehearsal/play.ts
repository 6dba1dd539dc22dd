import { nextBegin } from "../../contract/incident/weekly-hours.ts";
import { minute } from "../../kit/time.ts";
import { decide, type Findings } from "../judging/decide.ts";
import type { Watched, WatchedDeployment } from "../judging/watched.ts";
import { isPending, type OpenChannel, plan, type SentByChannel } from "../messages/plan.ts";
import type { Routing } from "../messages/receivers.ts";
import type { IncidentRecord } from "../rows/record.ts";
import type { Routed } from "../routes/choose.ts";
import type { RuleBook } from "../rules/book.ts";
import type { DeploymentRule, Judgement } from "../rules/rule.ts";
import type { Named } from "../rules/rules.ts";
import { kinds } from "./possible.ts";
import type { Run } from "./runs.ts";
import { clipped, type Era } from "./stretches.ts";
import { asItWas, followRuns } from "./follow.ts";

/** What passes in every minute would have done. */
export interface Played {
  /** When each incident opened, in Unix milliseconds. */
  opened: number[];
  /** How many messages each channel got, by its id. */
  messages: Map<string, number>;
}

export interface Script {
  rule: Named<DeploymentRule>;
  routingOf: RuleBook["routingOf"];
  channels: readonly OpenChannel[];
  /** The routes of the organization, by what its deployments are now. Left out for none. */
  routing?: Routing<Routed> | undefined;
  deploymentOf: (id: string) => WatchedDeployment;
  /** The minute after the last one, in Unix milliseconds. */
  until: number;
}

/** An incident that grew or rose waits for so long after its last message. */
const changeGap = 15 * minute;
/** The brake lets messages wait for so long. */
const brakeGap = 5 * minute;

/**
 * Lets the passes run over a time in which all is known. Minutes in which nothing changes and nothing is to be sent are
 * left out.
 */
export function play(era: Era, { rule, routingOf, channels, routing, deploymentOf, until }: Script): Played {
  const end = Math.min(era.end + minute, until);
  const cursors = new Map(era.stretches.map(({ past }) => [past.id, new Cursor(past.runs)]));
  const judged: Named<DeploymentRule> = {
    ...rule,
    judge: ({ id }, now) => cursors.get(id)?.at(now) ?? well,
  };
  const deployments = [...cursors.keys()].map(deploymentOf);
  const book: RuleBook = {
    deployments: [judged],
    agents: [],
    sources: [],
    channels: [],
    tokens: [],
    routingOf,
  };
  const watched: Watched = { ...nothingElse, deployments };
  const [opened, messages] = [[] as number[], new Map<string, number>()];
  let [findings, open, sent]: [Findings, IncidentRecord[], SentByChannel] = [new Map(), [], {}];
  let ended: IncidentRecord[] = [];
  /** When messages go out next, where they wait for weekly hours. */
  let begin = 0;
  const due = new Minutes(dueIn(era, end));
  const { revision = 0 } = rule.written ?? {};
  for (let now = due.next(); now < end; now = due.next()) {
    const moment = { now, previous: now - minute, since: 0, heardSince: 0, watchedSince: 0 };
    const before = { findings, judgedBy: new Map([[rule.id, revision]]), open, silences: [] };
    const decided = decide("rehearsal", before, book, watched, moment);
    findings = decided.findings;
    const { opened: begun, changed, updated, resolved } = decided.changes;
    opened.push(...begun.map(() => now));
    const newer = new Map([...changed, ...updated].map((record) => [record.id, record]));
    const over = new Set(resolved.map(({ id }) => id));
    open = [...begun, ...open.filter(({ id }) => !over.has(id)).map((one) => newer.get(one.id) ?? one)];
    ended.push(...resolved);
    const pending = [...open, ...ended].filter((record) => isPending(record, now, routingOf));
    const planned = plan(pending, channels, sent, { now, summarizes: false, routingOf, routing });
    sent = planned.sent;
    for (const { channel } of [...planned.single, ...planned.summaries])
      messages.set(channel.id, (messages.get(channel.id) ?? 0) + 1);
    const withNotified = (record: IncidentRecord) => ({
      ...record,
      notified: planned.notified.get(record.id) ?? record.notified,
    });
    open = open.map(withNotified);
    ended = ended.map(withNotified).filter((record) => isPending(record, now, routingOf));
    if (begun.length + changed.length + updated.length + resolved.length > 0) due.add(now + changeGap);
    const waits = [...open, ...ended].some(({ notified, sequence }) => notified.sequence < sequence);
    const { hours } = routingOf(rule.id);
    if (waits) due.add(hours ? (begin = begin > now ? begin : nextBegin(hours, now + minute)) : now + minute);
    if (waits) due.add(now + brakeGap);
  }
  return { opened, messages };
}

const nothingElse = {
  agents: [],
  sources: undefined,
  channels: undefined,
  tokens: undefined,
  deleted: new Set<string>(),
  version: "",
} satisfies Partial<Watched>;

const well: Judgement = { when: false, clear: true, severity: "info", step: 0, value: null };

/** The minutes in which something changes. A condition that held too shortly counts too: nothing of it may be left. */
function dueIn({ stretches, from }: Era, end: number): number[] {
  const pasts = new Set(stretches.map(({ past }) => past));
  return [
    ...[...pasts].flatMap(({ runs }) => clipped(runs, from, end).map(({ at }) => at)),
    ...stretches.flatMap((stretch) => {
      const { runs, timing } = stretch.past;
      return followRuns(clipped(runs, stretch.from, Math.min(stretch.end, end)), timing, asItWas).changes;
    }),
  ];
}

/** Minutes in their order, each once. */
class Minutes {
  readonly #left: Set<number>;
  #sorted: number[];

  constructor(minutes: readonly number[]) {
    this.#left = new Set(minutes);
    this.#sorted = [...this.#left].toSorted((one, other) => other - one);
  }

  add(at: number): void {
    if (this.#left.has(at)) return;
    this.#left.add(at);
    const place = this.#sorted.findLastIndex((each) => each > at) + 1;
    this.#sorted.splice(place, 0, at);
  }

  /** Infinity after the last one. */
  next(): number {
    const at = this.#sorted.pop() ?? Infinity;
    this.#left.delete(at);
    return at;
  }
}

/** The judgements of a deployment in the order of time. */
class Cursor {
  readonly #runs: readonly Run[];
  readonly #judged = new Map<Run, Judgement>();
  #place = 0;

  constructor(runs: readonly Run[]) {
    this.#runs = runs;
  }

  at(now: number): Judgement {
    while (this.#place < this.#runs.length - 1 && (this.#runs[this.#place]?.end ?? 0) <= now)
      this.#place += 1;
    const run = this.#runs[this.#place];
    if (!run || run.found === kinds.over) return well;
    let judged = this.#judged.get(run);
    if (!judged) this.#judged.set(run, (judged = { ...run.peak.of(), ...ofKind(run.found) }));
    return judged;
  }
}

function ofKind(found: number): Pick<Judgement, "when" | "clear"> {
  const { over, between, holds, worse, notOver, unsure, overAlone } = kinds;
  const when = found & (holds | worse) ? true : found & (over | between | notOver) ? false : undefined;
  const clear =
    found & (over | overAlone) ? true : found & (between | holds | worse | unsure) ? false : undefined;
  return { when, clear };
}
