import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { Facts } from "@shardwatch/core/contract/filter/facts";
import {
  type Concern,
  concernOfStatus,
  concernsOf,
  isLastKnown,
  type Level,
  levelOfConcern,
} from "@shardwatch/core/contract/filter/severity";
import type { DeploymentSource } from "@shardwatch/core/contract/source/source";
import { keyOf, partsOf } from "../../lib/words/deployment-key.ts";
import type { Collector, Count } from "./collector.ts";
import { asks, type Question, withWord } from "./question.ts";

/** The last days of a license, in which it is named. */
const endsSoon = asks("license=..30");

/** Something wrong with one deployment. "ending" is its license. */
export interface DeploymentFinding {
  concern: Concern | "ending";
  level: Level;
  deployment: DeploymentListItem;
  facts: Facts;
  /** Since when, where that is known; of an ending license, when it ends. */
  at: string | undefined;
}

/** The deployments behind one key or account that are stale. They are one finding, because they have one cause. */
export interface SilentSource extends Count {
  kind: DeploymentSource;
  /** Of the key or the account; undefined where older rows do not name it. */
  id: string | undefined;
  organizationId: string;
  /** Its agents that stay silent, or none for an account. */
  agents: readonly string[];
  /** The names of the first few deployments. */
  names: readonly string[];
  /** When the last of them reported. */
  lastUpdated: string;
}

/** The deployments behind one key or account. */
export interface Reported extends Count {
  id: string;
}

export interface Findings {
  deployments: readonly DeploymentFinding[];
  silent: readonly SilentSource[];
  /** Every key and account that reports a deployment, by its id. */
  reported: ReadonlyMap<string, Reported>;
}

const mostNames = 2;
/** The order of what is equally urgent. */
const order: readonly DeploymentFinding["concern"][] = [
  "unreachable",
  "down",
  "denied",
  "unsaved",
  "overLimit",
  "expired",
  "full",
  "degraded",
  "other",
  "nearlyFull",
  "ending",
];
/** These are about figures, which are old while a source is silent or a server cannot be read. */
const ofFigures = new Set<Concern>(["full", "nearlyFull", "unsaved"]);
/** These are what the status says. */
const ofStatus = new Set<string>(["unreachable", "down", "denied", "degraded", "other"]);

function concernsIn(facts: Facts): DeploymentFinding["concern"][] {
  const found = concernsOf(facts);
  const isOld = isLastKnown(facts.status) || found.includes("stale") || found.includes("pending");
  const own = found.filter(
    (concern) => !["active", "pending", "stale"].includes(concern) && !(isOld && ofFigures.has(concern)),
  );
  return endsSoon(facts) ? [...own, "ending"] : own;
}

/** Older rows do not say since when. What is about figures is only known as of the last report. */
function timeOf(concern: DeploymentFinding["concern"], { license, statusSince }: DeploymentListItem) {
  if (concern === "expired" || concern === "ending") return license?.expirationDate ?? undefined;
  return ofStatus.has(concern) ? statusSince : undefined;
}

/** Collects what is wrong: each trouble of a deployment, and the silent ones by the source that is silent. */
export function findingCollector(): Collector<Findings> {
  const deployments: DeploymentFinding[] = [];
  const silent = new Map<string, SilentSource & { agents: string[]; names: string[] }>();
  const reported = new Map<string, Reported>();

  function addSilent({ source, via, organizationId, name, lastUpdated }: DeploymentListItem): void {
    const [id, agent] = via === undefined ? [] : partsOf(via);
    const key = id ?? `${organizationId} ${source}`;
    const group = silent.get(key) ?? {
      kind: source,
      id,
      organizationId,
      question: questionOf(id, source, organizationId),
      deployments: 0,
      agents: [],
      names: [],
      lastUpdated,
    };
    silent.set(key, group);
    group.deployments += 1;
    if (agent !== undefined && !group.agents.includes(agent)) group.agents.push(agent);
    if (group.names.length < mostNames) group.names.push(name);
    if (lastUpdated > group.lastUpdated) group.lastUpdated = lastUpdated;
  }

  return {
    add(deployment, facts) {
      const { via, status } = deployment;
      if (via !== undefined) {
        const [id] = partsOf(via);
        const known = reported.get(id) ?? { id, question: withWord("", "via", id) ?? "", deployments: 0 };
        known.deployments += 1;
        reported.set(id, known);
      }
      if (concernOfStatus(status) === "stale") addSilent(deployment);
      for (const concern of concernsIn(facts))
        deployments.push({
          concern,
          level: concern === "ending" ? "warning" : levelOfConcern(concern),
          deployment,
          facts,
          at: timeOf(concern, deployment),
        });
    },
    result: () => ({
      deployments: deployments.toSorted(byUrgency),
      silent: [...silent.values()].toSorted((left, right) => right.deployments - left.deployments),
      reported,
    }),
  };
}

/** Ids of keys and accounts are words of the filter, and unique. Older rows name only the kind. */
function questionOf(id: string | undefined, kind: DeploymentSource, organization: string): Question {
  const stale = "status=stale";
  const asked = id === undefined ? undefined : withWord(stale, "via", id);
  return asked ?? withWord(`${stale}&source=${kind}&via=unknown`, "org", organization) ?? stale;
}

const levelOrder: readonly Level[] = ["critical", "warning", "ok"];

/** The license with the fewest days left comes first, and before those the one that expired first. */
const isOfLicense = ({ concern }: DeploymentFinding) => concern === "expired" || concern === "ending";

function byUrgency(left: DeploymentFinding, right: DeploymentFinding): number {
  return (
    levelOrder.indexOf(left.level) - levelOrder.indexOf(right.level) ||
    order.indexOf(left.concern) - order.indexOf(right.concern) ||
    (isOfLicense(left) ? (left.facts.licenseDays ?? 0) - (right.facts.licenseDays ?? 0) : 0) ||
    (right.facts.utilization ?? 0) - (left.facts.utilization ?? 0) ||
    (keyOf(left.deployment) < keyOf(right.deployment) ? -1 : 1)
  );
}
