import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { AwsAnswer, AwsFailure } from "../../ports/elasticache.ts";

/** The options for a client of any service in a customer's account. */
export interface Session {
  endpoint?: string;
  maxAttempts: number;
  /** For one question with all its calls, in milliseconds. */
  deadline: number;
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken: string };
  requestHandler: { connectionTimeout: number; requestTimeout: number };
}

const refusals = new Set([
  "AccessDenied",
  "AccessDeniedException",
  "UnauthorizedOperation",
  // The answer of a region that the account has not enabled:
  // https://repost.aws/knowledge-center/iam-validate-access-credentials
  "InvalidClientTokenId",
  "UnrecognizedClientException",
  "AuthFailure",
  "OptInRequired",
]);

const throttles = new Set([
  "Throttling",
  "ThrottlingException",
  "RequestLimitExceeded",
  "TooManyRequestsException",
  // ElastiCache's own name for a throttle, which the SDK does not recognize as one.
  "APICallRateForCustomerExceededFault",
]);

/** What an error of AWS means for us. Its message is left out, because it names our role and session. */
export function failureOf(error: unknown, denials: ReadonlySet<string> = refusals): AwsFailure {
  const { name, code } = error as { name?: string; code?: string };
  if (name !== undefined && denials.has(name)) return { outcome: "denied" };
  if (name !== undefined && throttles.has(name)) return { outcome: "throttled" };
  if (name === "AbortError" || name === "TimeoutError")
    return { outcome: "unavailable", reason: "AWS didn't answer in time" };
  return { outcome: "unavailable", reason: `AWS answered ${name ?? code ?? "with an error"}` };
}

/** Makes calls that share one deadline, in milliseconds. */
export async function ask<T>(
  deadline: number,
  call: (abort: { abortSignal: AbortSignal }) => Promise<T>,
  denials?: ReadonlySet<string>,
): Promise<AwsAnswer<T>> {
  try {
    return { outcome: "ok", value: await call({ abortSignal: AbortSignal.timeout(deadline) }) };
  } catch (error) {
    return failureOf(error, denials);
  }
}

/** Longest answer that is read, in bytes. The largest page of a list is a few hundred KB. */
export const longestAnswer = 4 * 1_048_576;

/**
 * Limits a client's answers: reading ends at the deadline, or when an answer grows too long. The SDK's own
 * timeouts cover only the time until the answer begins.
 */
export function bounded<Client extends { middlewareStack: { add: unknown } }>(
  client: Client,
  deadline: number,
): Client {
  const limit: Middleware = (next) => async (args) => {
    const result = await next(args);
    const { body } = result.response;
    if (body instanceof Readable) {
      let bytes = 0;
      const limiter = new Transform({
        transform(chunk: Buffer, _, done) {
          bytes += chunk.byteLength;
          done(bytes > longestAnswer ? new Error("the answer is too long") : null, chunk);
        },
      });
      // The reader of the limiter gets its errors.
      pipeline(body, limiter, { signal: AbortSignal.timeout(deadline) }).catch(() => undefined);
      result.response.body = limiter;
    }
    return result;
  };
  // This priority puts the limit between the connection and the SDK's own reading of the answer.
  const place = { step: "deserialize", priority: "low", name: "boundedAnswer" };
  (client.middlewareStack as { add: (middleware: Middleware, place: object) => void }).add(limit, place);
  return client;
}

type Result = { response: { body?: unknown } };
type Middleware = (next: (args: unknown) => Promise<Result>) => (args: unknown) => Promise<Result>;
