import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { AwsAnswer, AwsFailure } from "../ports/elasticache.ts";

/** What a client of any service in a customer's account is made with. */
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
  // What a region answers that the account has not enabled:
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
  // ElastiCache has a name of its own for it, which the SDK does not know as one.
  "APICallRateForCustomerExceededFault",
]);

/** What an error of AWS means for us. Its message stays out: it names our role and session. */
export function failureOf(error: unknown, denials: ReadonlySet<string> = refusals): AwsFailure {
  const { name, code } = error as { name?: string; code?: string };
  if (name !== undefined && denials.has(name)) return { outcome: "denied" };
  if (name !== undefined && throttles.has(name)) return { outcome: "throttled" };
  if (name === "AbortError" || name === "TimeoutError")
    return { outcome: "unavailable", reason: "AWS did not answer in time" };
  return { outcome: "unavailable", reason: `AWS answered ${name ?? code ?? "with an error"}` };
}

/** Makes calls that belong together, within their deadline in milliseconds. */
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

/** The largest page of a list is a few hundred KB. */
export const longestAnswer = 4 * 1_048_576;

/**
 * The same client, but an answer that does not end is ended: at the deadline, or when it grows too long. The SDK's own
 * timeouts are about the time until the answer begins.
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
      // Whoever reads the limiter is told of its errors.
      pipeline(body, limiter, { signal: AbortSignal.timeout(deadline) }).catch(() => undefined);
      result.response.body = limiter;
    }
    return result;
  };
  // Behind the reading of the answer, so that it reads what is limited here.
  const place = { step: "deserialize", priority: "low", name: "boundedAnswer" };
  (client.middlewareStack as { add: (middleware: Middleware, place: object) => void }).add(limit, place);
  return client;
}

type Result = { response: { body?: unknown } };
type Middleware = (next: (args: unknown) => Promise<Result>) => (args: unknown) => Promise<Result>;
