import { concernOfStatus, isActive, levelOfConcern } from "../../contract/filter/severity.ts";
import { deploymentSources } from "../../contract/source/source.ts";
import { silentAfter } from "../../deployment/rows/freshness.ts";
import { minute, utcText } from "../../kit/time.ts";
import type { WatchedDatabase, WatchedDeployment } from "../judging/watched.ts";
import { bySource, lasting } from "./condition.ts";
import { type DeploymentRule, failing, statusChart, unclear, well } from "./rule.ts";
import { advice, are, deployments } from "./words.ts";

const isPending = ({ status }: Pick<WatchedDatabase, "status">) => concernOfStatus(status) === "pending";

const isCritical = (status: string) => levelOfConcern(concernOfStatus(status)) === "critical";

/** What helps where a deployment has one of these statuses. */
const adviceByStatus = new Map(
  Object.entries({
    unreachable: advice(
      "Check that the server runs, and that the agent's host can reach its address and port.",
      "redis-cli -h HOST -p PORT PING",
    ),
    denied: advice(
      "The server runs and refuses the agent's login. Check the user and the password in the agent's configuration, and the user's rights.",
      "redis-cli -h HOST -p PORT ACL GETUSER USER",
    ),
    degraded: advice(
      "It answers, but not whole: a node, a replica or a part of the slots is missing. Start what is missing, or mend its link to the primary. In a cluster, CLUSTER NODES names it.",
      "redis-cli -h HOST -p PORT INFO replication",
    ),
    down: advice(
      "The cluster refuses requests, because slots have no node that serves them. Bring back their primary or one of its replicas.",
      "redis-cli -h HOST -p PORT CLUSTER NODES",
    ),
  }),
);
const criticalStatuses = [...adviceByStatus.keys()].filter(isCritical);

const unwellTimes = { for: 2 * minute, keep: 3 * minute };
const startTimes = { ...unwellTimes, for: 15 * minute };

/** What its source says is not well. A start takes its time. */
export const unwell: DeploymentRule = {
  holds: "is not well",
  many: (count) => `${deployments(count)} ${are(count)} not well`,
  condition: {
    text: `A status other than active for ${lasting(unwellTimes.for)}, and for ${lasting(startTimes.for)} while a server starts; critical for ${criticalStatuses.join(", ")}; over after ${lasting(unwellTimes.keep)} of active`,
    severities: ["critical", "warning"],
  },
  chart: statusChart,
  advice: advice("Look at the server's log and at its last restart.", "redis-cli -h HOST -p PORT PING"),
  adviceByValue: adviceByStatus,
  cause: "host",
  waits: {
    usual: unwellTimes.for,
    least: (deployment) => (isPending(deployment) ? startTimes.for : 0),
  },
  timing: (deployment) => (isPending(deployment) ? startTimes : unwellTimes),
  judge: ({ isSilent, status }) => {
    if (isSilent) return unclear;
    if (isActive(status)) return well;
    return isCritical(status) ? failing("critical", status, { step: 2 }) : failing("warning", status);
  },
};

/**
 * Words for a change that somebody has asked for, or for a backup. Redis Cloud, Redis Software and ElastiCache serve
 * a database during it. It can take longer than the ten minutes.
 */
const passing = /^(creating|deleting|modifying|snapshotting|.+-pending)$/i;
const isWrong = (database: WatchedDatabase) =>
  !isActive(database.status) && !isPending(database) && !passing.test(database.status);

const databaseTimes = { for: 10 * minute, keep: 5 * minute };

/** A database is not well in a deployment that is. */
export const databaseUnwell: DeploymentRule = {
  holds: "a database is not well",
  many: (count) => `Databases are not well in ${deployments(count)}`,
  condition: {
    text: `A database that is not active in a deployment that is, for ${lasting(databaseTimes.for)}; changes, backups and starts don't count; over after ${lasting(databaseTimes.keep)}`,
    severities: ["warning"],
  },
  advice: advice("Look at the database in the console of its cluster or its account."),
  waits: { usual: databaseTimes.for },
  timing: () => databaseTimes,
  judge: (deployment: WatchedDeployment) => {
    if (deployment.isSilent || !isActive(deployment.status)) return unclear;
    const [first, ...more] = deployment.databases.filter(isWrong);
    if (!first) return well;
    const others = more.length > 0 ? ` and ${more.length} more` : "";
    return failing("warning", `${first.name} is ${first.status}${others}`);
  },
};

const silentKeep = 2 * minute;

/** It does not report. Its last figures are worth nothing any more. */
export const silent: DeploymentRule = {
  holds: "reports nothing",
  many: (count) => `${deployments(count)} ${are(count)} silent`,
  condition: {
    text: `No report for ${bySource(deploymentSources, silentAfter)}; over after ${lasting(silentKeep)} with reports`,
    severities: ["critical"],
  },
  chart: statusChart,
  advice: advice(
    "Check that the agent runs, and read its log. It names what it couldn't reach.",
    "journalctl -u shardwatch-agent -n 50",
  ),
  cause: "silence",
  waits: { usual: 0 },
  timing: () => ({ for: 0, keep: silentKeep }),
  judge: ({ isSilent, lastReportAt }) =>
    isSilent ? failing("critical", `last report ${utcText(lastReportAt)}`, { since: lastReportAt }) : well,
};
