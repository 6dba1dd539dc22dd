import { authenticate } from "@shardwatch/core/agent-key/agent-key";
import type { AgentActor, MemberActor } from "@shardwatch/core/access/actor";
import type { Services } from "@shardwatch/core/access/context";
import { Problem } from "@shardwatch/core/kit/problem";
import { Secret } from "@shardwatch/core/kit/secret";
import { recognize } from "@shardwatch/core/session/session";
import type { Context } from "hono";
import { sessionCookie } from "./cookies.ts";

/** The signed-in person behind a request, by its session cookie. Throws unauthenticated. */
export async function identifyMember(c: Context, services: Services): Promise<MemberActor> {
  const cookie = sessionCookie(c, services);
  const actor = cookie && (await recognize(services, cookie));
  if (!actor) throw new Problem("unauthenticated", "Please sign in.");
  return actor;
}

const keyIn = (header: string | undefined): Secret | undefined => {
  const [, key] = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(header ?? "") ?? [];
  return key === undefined ? undefined : new Secret(key);
};

/**
 * The agent behind a request, by its Authorization header. Throws the same unauthenticated error whether the
 * key is mistyped, unknown or revoked.
 */
export async function identifyAgent(header: string | undefined, services: Services): Promise<AgentActor> {
  const key = keyIn(header);
  const actor = key && (await authenticate(services, key));
  if (!actor)
    throw new Problem("unauthenticated", "The agent key is missing, wrong or revoked.", {
      code: "BAD_API_KEY",
      details: ["Authorization: must be Bearer and an agent key that was not revoked"],
    });
  return actor;
}

/** A credential that a request may have. `came`: whether there is one; `belongs`: whether it is right. */
interface Credential {
  came: (c: Context, services: Services) => boolean;
  belongs: (c: Context, services: Services) => Promise<boolean>;
}

/** Every kind of credential that the API takes. What is missing here counts as a stranger's request. */
const credentials: readonly Credential[] = [
  {
    came: (c, services) => sessionCookie(c, services) !== undefined,
    belongs: async (c, services) => {
      const cookie = sessionCookie(c, services);
      return cookie !== undefined && (await recognize(services, cookie)) !== undefined;
    },
  },
  {
    came: (c) => keyIn(c.req.header("authorization")) !== undefined,
    belongs: async (c, services) => {
      const key = keyIn(c.req.header("authorization"));
      return key !== undefined && (await authenticate(services, key)) !== undefined;
    },
  },
];

/** Whether a request has any credential, right or wrong. */
export const hasCredential = (c: Context, services: Services): boolean =>
  credentials.some(({ came }) => came(c, services));

/** Whether one of the credentials of a request is right. Costs a read for each that came. */
export async function isKnown(c: Context, services: Services): Promise<boolean> {
  for (const { came, belongs } of credentials)
    if (came(c, services) && (await belongs(c, services))) return true;
  return false;
}
