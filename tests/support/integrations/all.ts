import type { IntegrationSource } from "@shardwatch/core/contract/source/source";
import type { AccountApis } from "@shardwatch/core/ports/accounts";
import { elastiCache } from "./elasticache.ts";
import type { RunningIntegration, TestedIntegration } from "./integration.ts";
import { redisCloud } from "./redis-cloud.ts";

/** Every kind of integration. The tests that hold for all kinds iterate over it. */
const integrations = {
  "redis-cloud": redisCloud,
  elasticache: elastiCache,
} as const satisfies Record<IntegrationSource, TestedIntegration>;

export const testedIntegrations: readonly TestedIntegration[] = Object.values(integrations);

type Running = { [Source in IntegrationSource]: Awaited<ReturnType<(typeof integrations)[Source]["start"]>> };

export interface Integrations {
  of: Running;
  /** The same as a list, with what is known about each kind. */
  all: ({ source: IntegrationSource } & TestedIntegration & RunningIntegration)[];
  ports: { accounts: Partial<AccountApis> };
  environment: Readonly<Record<string, string>>;
  stop: () => Promise<void>;
}

/**
 * The simulators of every third party, with the real adapters.
 * @param running simulators that the test has started itself
 */
export async function startIntegrations(running: Partial<Running> = {}): Promise<Integrations> {
  const sources = Object.keys(integrations) as IntegrationSource[];
  const started = await Promise.all(
    sources.map(async (source) => ({
      source,
      each: running[source] ?? (await integrations[source].start()),
    })),
  );
  return {
    of: Object.fromEntries(started.map(({ source, each }) => [source, each])) as Running,
    all: started.map(({ source, each }) => ({ source, ...integrations[source], ...each })),
    ports: { accounts: Object.assign({}, ...started.map(({ each }) => each.api)) as Partial<AccountApis> },
    environment: Object.assign({}, ...started.map(({ each }) => each.environment)) as Record<string, string>,
    stop: async () => {
      await Promise.all(started.map(({ each }) => each.stop()));
    },
  };
}
