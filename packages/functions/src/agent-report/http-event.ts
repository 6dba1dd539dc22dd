import type { Origin } from "@shardwatch/core/access/context";
import type { Readable } from "../http/read-report.ts";

/**
 * The fields that we use of an HTTP API's event, payload format 2.0:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export interface HttpEvent {
  /** Names in lower case. Several values of one name are joined by commas. */
  headers: Record<string, string | undefined>;
  body?: string;
  isBase64Encoded: boolean;
  requestContext: { http: { method: string; sourceIp?: string } };
}

/** Where a request comes from, for the audit. */
export const originOf = ({ headers, requestContext }: HttpEvent): Origin => ({
  address: requestContext.http.sourceIp,
  client: headers["user-agent"],
});

export interface HttpResult {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  /** Set when the body is bytes. */
  isBase64Encoded?: boolean;
}

/**
 * The headers and the body of an event, in the form that `readReport` takes. It is not a real Request,
 * because Node loads its whole fetch client for one. That takes 15 ms of a cold start.
 */
export function requestOf({ headers, body = "", isBase64Encoded }: HttpEvent): Readable {
  const get = (name: string) => headers[name] ?? null;
  return { headers: { get }, body: [Buffer.from(body, isBase64Encoded ? "base64" : "utf8")] };
}
