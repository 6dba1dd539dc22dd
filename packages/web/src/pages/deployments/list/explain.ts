import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { Facts } from "@shardwatch/core/contract/filter/facts";
import {
  type Concern,
  concernsOf,
  fullFrom,
  nearlyFullFrom,
} from "@shardwatch/core/contract/filter/severity";
import { isRead, traitsOf } from "@shardwatch/core/contract/source/source";
import { formatPercent } from "@shardwatch/core/kit/percent";
import { shownAs } from "../../../sources/index.ts";

/** Why a deployment has its status, and what to do about it. */
export interface Explanation {
  concern: Concern;
  meaning: string;
  /** Undefined when there is nothing to do. */
  advice?: string;
}

type Explained = Pick<DeploymentListItem, "source" | "status" | "fullest" | "databases">;
type Explain = (deployment: Explained, facts: Facts) => Omit<Explanation, "concern">;

const readerOf = (source: Explained["source"]) => (isRead(source) ? shownAs(source).label : "Its agent");

const minutes = (count: number) => (count === 1 ? "every minute" : `every ${count} minutes`);

/** "cart", or the deployment itself where it has one database. */
const fullestOf = ({ fullest }: Explained) => (fullest ? `"${fullest.database}"` : "Its database");
const filled = (deployment: Explained, { utilization, policy }: Facts) =>
  `${fullestOf(deployment)} uses ${formatPercent(utilization ?? 0)} of its limit${policy == null ? "" : ` (${policy})`}.`;

/** One explanation for each concern. */
const explanations: Record<Concern, Explain> = {
  unreachable: ({ source }) => ({
    meaning: `${readerOf(source)} can't connect to it.`,
    advice: "Check that the server is running, and check its address and the network.",
  }),
  down: () => ({
    meaning: "It refuses requests: hash slots have no working primary, or most primaries can't be reached.",
    advice: "Bring the failed primaries back, or promote their replicas.",
  }),
  denied: ({ source }) => ({
    meaning: `${readerOf(source)} connects, but is denied access.`,
    advice: "Check the user's password and permissions.",
  }),
  unsaved: () => ({
    meaning: "Its last write to disk failed. A server that can't save refuses writes.",
    advice: "Free space on its disk, or correct the rights of its folder. Its log says what failed.",
  }),
  overLimit: (_, { shards }) => ({
    meaning: `More shards are in use than the license allows: ${formatPercent(shards ?? 0)} of the limit.`,
    advice: "Free shards, or install a larger license.",
  }),
  expired: () => ({
    meaning: "The license has expired. You can't create or change databases.",
    advice: "Install a new license key.",
  }),
  full: (deployment, facts) => ({
    meaning: `${filled(deployment, facts)} ${fullFrom}% and above counts as full; writes may fail.`,
    advice: "Raise its limit, or free memory.",
  }),
  atLimit: (deployment, facts) => ({
    meaning: `${filled(deployment, facts)} ${fullFrom}% and above counts as full. Only keys with an expiry can be evicted; then writes fail.`,
    advice: "Raise its limit, or give keys an expiry.",
  }),
  nearlyFull: (deployment, facts) => ({
    meaning: `${filled(deployment, facts)} ${nearlyFullFrom}% and above counts as nearly full.`,
    advice: "Plan a larger limit.",
  }),
  degraded: () => ({
    meaning: "Part of the deployment isn't working.",
    advice: "Check its databases and nodes.",
  }),
  other: ({ source, status }) => ({
    meaning: `${readerOf(source)} reports "${status}".`,
    advice: "Check it in the console that manages it.",
  }),
  stale: ({ source }) => {
    const { interval, staleAfter } = traitsOf(source);
    const reports = !isRead(source);
    return {
      meaning: reports
        ? `The agent has stopped reporting. It normally reports ${minutes(interval)} and is marked stale after ${staleAfter} minutes. Showing the last known values.`
        : `The last sync failed. Syncs normally run ${minutes(interval)}. It is marked stale after ${staleAfter} minutes without a sync. Showing the last known values.`,
      advice: reports
        ? "Check that the agent is running and can reach Shardwatch."
        : "Check the account under Sources.",
    };
  },
  pending: () => ({ meaning: "Still being created, updated or loaded. No action needed." }),
  active: ({ source }, facts) => {
    if (facts.troubleOf?.(facts)?.worst) return { meaning: "It works, and an open incident is about it." };
    const { interval, staleAfter } = traitsOf(source);
    const [how, noun] = isRead(source) ? ["It syncs", "sync"] : ["It reports", "report"];
    return {
      meaning: `All good. ${how} ${minutes(interval)}, and is marked stale after ${staleAfter} minutes without a ${noun}.`,
    };
  },
};

/** Everything that is wrong with a deployment, the worst first; or that it works. */
export const explain = (deployment: Explained, facts: Facts): Explanation[] =>
  concernsOf(facts).map((concern) => ({ concern, ...explanations[concern](deployment, facts) }));
