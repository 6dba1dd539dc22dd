import { minute } from "../../kit/time.ts";
import { traitsOf } from "../../contract/source/source.ts";
import { isMeasured, type WatchedDeployment } from "../judging/watched.ts";
import { lasting } from "./condition.ts";
import { type DeploymentRule, failing, unclear, well } from "./rule.ts";
import { advice, deployments } from "./words.ts";

/** How many reports in a row say it. */
const reports = 2;
const keep = 3 * minute;
const failedFor = ({ kind }: WatchedDeployment) => (reports - 1) * traitsOf(kind).interval * minute;

/**
 * A server refuses writes while it can't save its snapshot, or its append-only file. One failure may be over with the
 * next try, so a second report has to say it. INFO does not say whether writes are refused. With
 * `stop-writes-on-bgsave-error no` they are not, but the next restart loses data all the same.
 */
export const persistenceFailing: DeploymentRule = {
  holds: "can't save to its disk",
  many: (count) => `${deployments(count)} can't save to disk`,
  condition: {
    text: `A server that can't save to its disk in ${reports} reports in a row; over after ${lasting(keep)} in which it can`,
    severities: ["critical"],
  },
  advice: advice(
    "It refuses writes until a save succeeds. Free space on its disk, or correct the rights of its folder. Its log says what failed.",
    "redis-cli -h HOST -p PORT INFO persistence | grep status",
  ),
  waits: { usual: (reports - 1) * minute, least: failedFor },
  timing: (deployment) => ({ for: failedFor(deployment), keep }),
  judge: (deployment) => {
    const { unsaved } = deployment.facts;
    if (!isMeasured(deployment) || unsaved == null) return unclear;
    return unsaved === "no" ? well : failing("critical", "can't save to its disk");
  },
};
