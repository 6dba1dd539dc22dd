/** Why a third party gave no usable answer. */
export class NoAnswer extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = "NoAnswer";
  }
}

/** An answer that exceeds its limit. */
export class TooLong extends NoAnswer {}

export interface BoundedRequest {
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** For the whole exchange, in milliseconds. */
  deadline: number;
  /** Longest body that is read. */
  byteLimit: number;
}

export interface BoundedAnswer {
  status: number;
  /** The body as JSON; undefined when it is not JSON. */
  json: unknown;
  /** The answer's Retry-After in seconds; undefined when it is absent or not a number. */
  retryAfterSeconds: number | undefined;
}

/**
 * One HTTP exchange that always ends: by an answer, at its deadline, or when the body exceeds the limit. It
 * does not follow redirects, so credentials go to the configured address only. Throws NoAnswer.
 */
export async function boundedFetch(url: string, request: BoundedRequest): Promise<BoundedAnswer> {
  const { deadline, byteLimit, ...init } = request;
  try {
    const response = await fetch(url, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(deadline),
    });
    const text = await readText(response, byteLimit);
    const retryAfter = response.headers.get("retry-after") ?? "";
    return {
      status: response.status,
      json: parseJson(text),
      retryAfterSeconds: /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined,
    };
  } catch (error) {
    throw noAnswerOf(error, deadline);
  }
}

/** Why an exchange by `fetch` ended. @param deadline in milliseconds */
export function noAnswerOf(error: unknown, deadline: number): NoAnswer {
  if (error instanceof NoAnswer) return error;
  const { name, cause } = error as { name: string; cause?: { code?: string } };
  const reason = name === "TimeoutError" ? `no answer within ${deadline} ms` : (cause?.code ?? name);
  return new NoAnswer(reason, error);
}

/** The body as text. Throws NoAnswer when it exceeds the limit. */
export async function readText(response: Response, byteLimit: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the stream, so an endless body ends here.
    if (bytes > byteLimit) throw new TooLong(`the answer is longer than ${byteLimit} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

/** The value of a JSON text; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // proxies answer errors as HTML or plain text; the status is enough then
  }
}
