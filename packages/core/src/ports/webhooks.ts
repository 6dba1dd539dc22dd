import type { Secret } from "../kit/secret.ts";

/** One request to a receiver that a customer chose. */
export interface WebhookRequest {
  /** Often contains a token, so it is a secret. */
  url: Secret;
  /** Beside content type and user agent, which the adapter sets. */
  headers: Readonly<Record<string, string>>;
  /** JSON. */
  body: string;
  /** What the headers or the body hold and no excerpt may repeat. */
  hides?: readonly Secret[];
  /** How many bytes of the answer are handed over as they are, for a service whose answers are read by us. */
  reads?: number;
}

export type WebhookAnswer = { milliseconds: number } & (
  | {
      outcome: "answered";
      /** Any status; a redirect is an answer like others and is not followed. */
      status: number;
      /** The answer's Retry-After as it was sent: seconds, or an HTTP date. */
      retryAfter: string | undefined;
      /**
       * The begin of the body as clean text on one line, at most 1,024 characters, without what the request hides; "" for a
       * compressed one.
       */
      excerpt: string;
      /** The begin of the body as it came, where the request asks for it. */
      body?: string;
    }
  /** The address is not allowed. Nothing was sent, and no connection was opened to it. */
  | { outcome: "refused"; reason: string }
  /** There was no answer. The reason is in our own words and has no part of the address. */
  | { outcome: "failed"; reason: string }
);

/** Sends webhooks to the public internet, and nowhere else. */
export interface Webhooks {
  /** Never throws; waits a bounded time. */
  post(request: WebhookRequest): Promise<WebhookAnswer>;
}
