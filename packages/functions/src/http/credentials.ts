import type { Services } from "@shardwatch/core/access/context";
import { Problem } from "@shardwatch/core/kit/problem";
import type { Context } from "hono";
import { hasAuthorization, sessionCookie } from "./cookies.ts";
import { identifyAgent, identifyMember, identifyProgram } from "./identify.ts";
import { reportsPath } from "./report-log.ts";

/** A credential that a request may have. */
interface Credential {
  /** Whether there is one, right or wrong. */
  came: (c: Context, services: Services) => boolean;
  /** Throws unauthenticated for a wrong one. */
  identify: (c: Context, services: Services) => Promise<unknown>;
}

/** Every kind of credential that the API takes. What is missing here counts as a stranger's request. */
const credentials: readonly Credential[] = [
  { came: (c, services) => sessionCookie(c, services) !== undefined, identify: identifyMember },
  {
    came: hasAuthorization,
    identify: (c, services) =>
      c.req.path === reportsPath
        ? identifyAgent(c.req.header("authorization"), services)
        : identifyProgram(c, services),
  },
];

/** Whether a request has any credential, right or wrong. */
export const hasCredential = (c: Context, services: Services): boolean =>
  credentials.some(({ came }) => came(c, services));

/** Whether one of the credentials of a request is right. Costs a read for each that came. */
export async function isKnown(c: Context, services: Services): Promise<boolean> {
  for (const { came, identify } of credentials)
    if (came(c, services) && (await isRight(identify(c, services)))) return true;
  return false;
}

async function isRight(identified: Promise<unknown>): Promise<boolean> {
  try {
    await identified;
    return true;
  } catch (error) {
    if (error instanceof Problem && error.kind === "unauthenticated") return false;
    throw error;
  }
}
