import { Problem } from "@shardwatch/core/kit/problem";
import type { MiddlewareHandler } from "hono";
import { isJson, notJson } from "./content-type.ts";
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
