import type { STSClientConfig } from "@aws-sdk/client-sts";
import type { AccountReader, AwsAnswer, CustomerRole, ElastiCacheApi } from "../../ports/elasticache.ts";
import type { createRoleClient } from "./elasticache-role.ts";
import type { Session } from "./elasticache-session.ts";

export interface AwsOptions {
  /** Our own region, where the sessions are created. */
  region: string;
  /** One address for every service of AWS, for a simulator. */
  endpoint?: string | undefined;
  /** Our own credentials. By default the SDK takes those of the process. */
  credentials?: NonNullable<STSClientConfig["credentials"]> | undefined;
  maxAttempts?: number;
  /** For one question with all its calls, in milliseconds. */
  deadline?: number;
  /** For one call of a question, in milliseconds. */
  timeouts?: { connectionTimeout: number; requestTimeout: number };
}

/** ElastiCache with AWS's SDK. Its clients are loaded at the first use, because few calls need them. */
export function createElastiCache(options: AwsOptions): ElastiCacheApi {
  const { region, endpoint, credentials, maxAttempts = 3, deadline = 8_000 } = options;
  const { timeouts = { connectionTimeout: 2_000, requestTimeout: 5_000 } } = options;
  const common = {
    maxAttempts,
    deadline,
    requestHandler: { ...timeouts, throwOnRequestTimeout: true },
    ...(endpoint !== undefined && { endpoint }),
  };
  let loaded: Promise<ReturnType<typeof createRoleClient>> | undefined;

  async function load() {
    const role = await import("./elasticache-role.ts");
    return role.createRoleClient({ ...common, region, ...(credentials && { credentials }) });
  }

  async function assume(role: CustomerRole): Promise<AwsAnswer<AccountReader>> {
    const answer = await (await (loaded ??= load()))(role);
    if (answer.outcome !== "ok") return answer;
    return { outcome: "ok", value: readerOf({ ...common, credentials: answer.value }, region) };
  }

  return { assume };
}

/** Reads a customer's account. Each of the SDK's clients is loaded at its first use. */
function readerOf(session: Session, ownRegion: string): AccountReader {
  return {
    regions: async () => (await import("./elasticache-regions.ts")).listRegions(session, ownRegion),
    caches: async (region) => (await import("./elasticache-caches.ts")).listCaches(session, region),
    memoryUsed: async (region, gauges) =>
      (await import("./elasticache-memory.ts")).readMemory(session, region, gauges),
    figures: async (region, questions, span) =>
      (await import("./elasticache-figures.ts")).readFigures(session, region, questions, span),
    parameters: async (region, group) =>
      (await import("./elasticache-parameters.ts")).readParameters(session, region, group),
  };
}
