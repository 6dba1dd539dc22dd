import type { Readable } from "../http/read-report.ts";

/**
 * What we use of an HTTP API's event, payload format 2.0:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export interface HttpEvent {
  /** Names in lower case; several values of one name joined by commas. */
  headers: Record<string, string | undefined>;
  body?: string;
  isBase64Encoded: boolean;
  requestContext: { http: { method: string } };
}

export interface HttpResult {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  /** Set when the body is bytes. */
  isBase64Encoded?: boolean;
}

/**
 * The headers and the body of an event, as `readReport` reads them off a request. Not a real Request, because for
 * that Node loads its whole fetch client, 15 ms of a cold start.
 */
export function requestOf({ headers, body = "", isBase64Encoded }: HttpEvent): Readable {
  const get = (name: string) => headers[name] ?? null;
  return { headers: { get }, body: [Buffer.from(body, isBase64Encoded ? "base64" : "utf8")] };
}
