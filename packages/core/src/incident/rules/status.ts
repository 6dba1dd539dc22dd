import { concernOfStatus, isActive, levelOfConcern } from "../../contract/filter/severity.ts";
import { minute } from "../../kit/time.ts";
import type { WatchedDatabase, WatchedDeployment } from "../judging/watched.ts";
import { type DeploymentRule, failing, unclear, well } from "./rule.ts";
import { advice, are, deployments } from "./words.ts";

const isPending = ({ status }: Pick<WatchedDatabase, "status">) => concernOfStatus(status) === "pending";

/** What its source says is not well. A start takes its time. */
export const unwell: DeploymentRule = {
  holds: "is not well",
  many: (count) => `${deployments(count)} ${are(count)} not well`,
  advice: advice("Look at the server's log and at its last restart.", "redis-cli PING"),
  adviceByValue: {
    unreachable: advice(
      "Check that the server runs, and that the agent's host can reach its address and port.",
      "redis-cli -h HOST -p PORT PING",
    ),
    denied: advice(
      "The server runs and refuses the agent's login. Check the user and the password in the agent's configuration, and the user's rights.",
      "redis-cli ACL GETUSER USER",
    ),
    degraded: advice(
      "It answers, but not whole: a node, a replica or a part of the slots is missing. Its page names what is.",
      "redis-cli CLUSTER INFO",
    ),
    down: advice(
      "The cluster refuses requests, because slots have no node that serves them. Bring back their primary or one of its replicas.",
      "redis-cli CLUSTER NODES",
    ),
  },
  cause: "host",
  timing: (deployment) => ({ for: (isPending(deployment) ? 15 : 2) * minute, keep: 3 * minute }),
  judge: ({ isSilent, status }) => {
    if (isSilent) return unclear;
    if (isActive(status)) return well;
    const isCritical = levelOfConcern(concernOfStatus(status)) === "critical";
    return isCritical ? failing("critical", status, { step: 2 }) : failing("warning", status);
  },
};

/**
 * Words for a change that somebody has asked for, or for a backup. Redis Cloud, Redis Software and ElastiCache serve
 * a database during it. It can take longer than the ten minutes.
 */
const passing = /^(creating|deleting|modifying|snapshotting|.+-pending)$/i;
const isWrong = (database: WatchedDatabase) =>
  !isActive(database.status) && !isPending(database) && !passing.test(database.status);

/** A database is not well in a deployment that is. */
export const databaseUnwell: DeploymentRule = {
  holds: "a database is not well",
  many: (count) => `Databases are not well in ${deployments(count)}`,
  advice: advice("Look at the database in the console of its cluster or its account."),
  timing: () => ({ for: 10 * minute, keep: 5 * minute }),
  judge: (deployment: WatchedDeployment) => {
    if (deployment.isSilent || !isActive(deployment.status)) return unclear;
    const [first, ...more] = deployment.databases.filter(isWrong);
    if (!first) return well;
    const others = more.length > 0 ? ` and ${more.length} more` : "";
    return failing("warning", `${first.name} is ${first.status}${others}`);
  },
};

/** It does not report. Its last figures are worth nothing any more. */
export const silent: DeploymentRule = {
  holds: "reports nothing",
  many: (count) => `${deployments(count)} ${are(count)} silent`,
  advice: advice(
    "Check that the agent runs, and read its log. It names what it couldn't reach.",
    "journalctl -u shardwatch-agent -n 50",
  ),
  cause: "silence",
  timing: () => ({ for: 0, keep: 2 * minute }),
  judge: ({ isSilent, lastReportAt }) =>
    isSilent
      ? failing(
          "critical",
          `last report ${new Date(lastReportAt).toISOString().slice(0, 16).replace("T", " ")} UTC`,
          { since: lastReportAt },
        )
      : well,
};
