import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import type { Facts } from "@shardwatch/core/contract/filter/facts";
import {
  type Concern,
  concernsOf,
  fullFrom,
  nearlyFullFrom,
} from "@shardwatch/core/contract/filter/severity";
import { sourceTraits } from "@shardwatch/core/contract/source";
import { sourceKinds } from "../../sources/kinds.ts";

/** Why a deployment has its status, and what to do about it. */
export interface Explanation {
  concern: Concern;
  meaning: string;
  /** Undefined when there is nothing to do. */
  advice?: string;
}

type Explained = Pick<DeploymentListItem, "source" | "status" | "fullest" | "databases">;
type Explain = (deployment: Explained, facts: Facts) => Omit<Explanation, "concern">;

const readerOf = (source: Explained["source"]) =>
  source === "agent" ? "Its agent" : sourceKinds[source].label;

const minutes = (count: number) => (count === 1 ? "every minute" : `every ${count} minutes`);

/** "cart", or the deployment itself where it has one database. */
const fullestOf = ({ fullest }: Explained) => (fullest ? `"${fullest.database}"` : "Its database");
const filled = (deployment: Explained, { utilization, policy }: Facts) =>
  `${fullestOf(deployment)} uses ${(utilization ?? 0).toFixed(1)} % of its limit${policy == null ? "" : ` (${policy})`}.`;

/** One explanation for each concern. */
const explanations: Record<Concern, Explain> = {
  unreachable: ({ source }) => ({
    meaning: `${readerOf(source)} cannot connect to it.`,
    advice: "Check that the server runs, and that its address and the network are right.",
  }),
  denied: ({ source }) => ({
    meaning: `${readerOf(source)} connects, but is refused.`,
    advice: "Check the user, its password and its permissions.",
  }),
  overLimit: (_, { shards }) => ({
    meaning: `More shards are in use than the license allows: ${(shards ?? 0).toFixed(1)} % of the limit.`,
    advice: "Free shards, or install a larger license.",
  }),
  expired: () => ({
    meaning: "The license has expired. Databases cannot be added or changed.",
    advice: "Install a new license key.",
  }),
  full: (deployment, facts) => ({
    meaning: `${filled(deployment, facts)} From ${fullFrom} % on it counts as full: writes may fail.`,
    advice: "Raise its limit, or free memory.",
  }),
  nearlyFull: (deployment, facts) => ({
    meaning: `${filled(deployment, facts)} From ${nearlyFullFrom} % on it counts as nearly full.`,
    advice: "Plan a larger limit.",
  }),
  degraded: () => ({
    meaning: "Part of it does not work as it should.",
    advice: "Look at its databases and its nodes.",
  }),
  other: ({ source, status }) => ({
    meaning: `${readerOf(source)} reports "${status}".`,
    advice: "Look it up where the deployment is managed.",
  }),
  stale: ({ source }) => {
    const { interval, staleAfter } = sourceTraits[source];
    const reader = source === "agent";
    return {
      meaning: reader
        ? `Its agent is silent. A report is due ${minutes(interval)}; after ${staleAfter} minutes without one it is stale. All values are the last known ones.`
        : `It could not be read. It is read ${minutes(interval)}; after ${staleAfter} minutes without success it is stale. All values are the last known ones.`,
      advice: reader
        ? "Check that the agent runs and reaches Shardwatch."
        : "Check the account under Integrations.",
    };
  },
  pending: () => ({ meaning: "It is being created, changed or loaded. This ends by itself." }),
  active: ({ source }) => {
    const { interval, staleAfter } = sourceTraits[source];
    const how = source === "agent" ? "It is reported" : "It is read";
    return {
      meaning: `It works. ${how} ${minutes(interval)}; after ${staleAfter} minutes of silence it turns stale.`,
    };
  },
};

/** Everything that is wrong with a deployment, the worst first; or that it works. */
export const explain = (deployment: Explained, facts: Facts): Explanation[] =>
  concernsOf(facts).map((concern) => ({ concern, ...explanations[concern](deployment, facts) }));
