import { isProduction } from "./settings.ts";
import { variables } from "./variables.ts";

/*
 * All functions of an account share its concurrency, usually 1,000 calls at a time. Neither a flood of reports, nor
 * a script that exports all day, nor scrapes, nor the jobs of a tick may take it from people. Nor may assistants.
 */

/** "off" where the account has too little to reserve any: see docs/deploying.md. */
function reserve(setting: string | undefined, inProduction: number) {
  const chosen = setting ?? (isProduction ? String(inProduction) : "off");
  return chosen === "off" ? undefined : { reserved: Number(chosen) };
}

const { REPORT_CONCURRENCY, FLEET_CONCURRENCY, METRICS_CONCURRENCY, MCP_CONCURRENCY, RULES_CONCURRENCY } =
  variables;

/** Reports at a time, at most and at least. A hundred take in 2,000 a second, what the gateway lets through. */
export const reportConcurrency = reserve(REPORT_CONCURRENCY, 100);

/** Answers about whole organizations at a time, at most and at least. Each takes up to a few seconds. */
export const fleetConcurrency = reserve(FLEET_CONCURRENCY, 50);

/** Scrapes at a time, at most and at least. Each takes less than a second: twenty answer 1,200 parts a minute. */
export const metricsConcurrency = reserve(METRICS_CONCURRENCY, 20);

/** Calls of assistants at a time, at most and at least. One that waits for its turn takes up to 24 seconds. */
export const mcpConcurrency = reserve(MCP_CONCURRENCY, 20);

/** Calls about rules at a time, at most and at least. Trying one on 30 days takes up to ten seconds. */
export const rulesConcurrency = reserve(RULES_CONCURRENCY, 20);

/**
 * Calls at a time that one queue makes; the rest waits in the queue. Twenty with five jobs each read 100 accounts. With
 * more than about 500 slow integrations it has to grow.
 */
export const jobConcurrency = { maximumConcurrency: 20 };

/** The same for work on history. It comes for every organization and hurries for nobody. */
export const historyConcurrency = { maximumConcurrency: 5 };

/**
 * The same for messages to channels. A receiver that hangs keeps its call for 15 s. An organization has at most 20
 * channels with two messages each at a time, so ten calls are left for all others.
 */
export const deliverConcurrency = { maximumConcurrency: 50 };
