import { type RoleTrial, type TrialResult, trialResult } from "../../contract/source/role-trial.ts";
import type { RoleTrials } from "../../ports/role-trials.ts";
import { parseJson } from "../http/bounded-fetch.ts";
import { failureOf } from "./elasticache-session.ts";
import { type AwsCredentials, credentialsOf } from "./credentials.ts";

interface LambdaOptions {
  /** The function that assumes roles. */
  functionName: string;
  region: string;
  /** The address of Lambda, for a simulator. */
  endpoint?: string | undefined;
  /** By default those of the process, as Lambda provides them. */
  credentials?: AwsCredentials;
  /** For one trial, in milliseconds. */
  deadline?: number;
}

/** A result is a hundred bytes. */
const byteLimit = 10_000;
/** None of Lambda's errors is about the customer's role. */
const noDenials: ReadonlySet<string> = new Set();

const unclear = (reason: string): TrialResult => ({ outcome: "unavailable", reason });

/**
 * Has roles tried by another function, and waits for its result. Lambda is called without its client, which
 * would add 15 KB to the API. https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html
 */
export function createLambdaRoleTrials(options: LambdaOptions): RoleTrials {
  const { functionName, region, deadline = 10_000, credentials } = options;
  const { endpoint = `https://lambda.${region}.amazonaws.com` } = options;
  const url = new URL(`/2015-03-31/functions/${functionName}/invocations`, endpoint);

  async function invoke(trial: RoleTrial): Promise<TrialResult> {
    const { signedPost } = await import("./signed-post.ts");
    const { ok, status, headers, text } = await signedPost(url, {
      service: "lambda",
      region,
      credentials: credentials ?? credentialsOf(process.env),
      contentType: "application/json",
      body: JSON.stringify(trial),
      deadline,
      byteLimit,
    });
    if (!ok)
      return failureResult({ name: /^\w+/.exec(headers.get("x-amzn-errortype") ?? "")?.[0] ?? `${status}` });
    if (headers.has("x-amz-function-error")) return unclear("our check of the role failed");
    const read = trialResult.safeParse(parseJson(text));
    return read.success ? read.data : unclear("our check of the role gave no clear result");
  }

  return { run: (trial) => invoke(trial).catch(failureResult) };
}

const failureResult = (error: unknown): TrialResult => failureOf(error, noDenials);
