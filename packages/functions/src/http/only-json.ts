import { Problem } from "@shardwatch/core/kit/problem";
import type { MiddlewareHandler } from "hono";
import type { Env } from "./request-variables.ts";

/** Mail programs and forms of browsers send fields, which nobody reads. */
const withoutBody = /^\/mail\//;

/**
 * Refuses a body that is not JSON, before any code reads it. A request without a body needs no content type.
 */
export const onlyJson: MiddlewareHandler<Env> = async (c, next) => {
  const { "content-type": type, "content-length": length = "0", ...headers } = c.req.header();
  const hasBody = type !== undefined || length !== "0" || headers["transfer-encoding"] !== undefined;
  if (hasBody && !isJson(type) && !withoutBody.test(c.req.path))
    throw new Problem("unsupported", "The request must be JSON.", notJson);
  await next();
};

/**
 * Whether a Content-Type is exactly JSON in UTF-8. A JSON format of another type, such as a patch, means
 * something else.
 */
export function isJson(contentType: string | null | undefined): boolean {
  return /^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?$/i.test(contentType ?? "");
}

/** The details of the answer to every other content type. */
export const notJson = { details: ["Content-Type: must be application/json, in UTF-8"] };
