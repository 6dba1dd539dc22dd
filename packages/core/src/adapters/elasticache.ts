import type { STSClientConfig } from "@aws-sdk/client-sts";
import type { AccountReader, AwsAnswer, CustomerRole, ElastiCacheApi } from "../ports/elasticache.ts";
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
  /** Reads the account of an assumed role. Without a reader, roles can only be tried. */
  reader?: (session: Session, ownRegion: string) => AccountReader;
}

/** For functions that only try roles. Their bundles must not contain the clients that read accounts. */
function noReader(): AccountReader {
  const refuse = () => {
    throw new Error("this function does not read accounts");
  };
  return { regions: refuse, caches: refuse, memoryUsed: refuse, reservedMemory: refuse };
}

/** ElastiCache with AWS's SDK. Its clients are loaded at the first use, because few calls need them. */
export function createElastiCache(options: AwsOptions): ElastiCacheApi {
  const { region, endpoint, credentials, maxAttempts = 3, deadline = 8_000, reader = noReader } = options;
  const common = {
    maxAttempts,
    deadline,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
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
    return { outcome: "ok", value: reader({ ...common, credentials: answer.value }, region) };
  }

  return { assume };
}
