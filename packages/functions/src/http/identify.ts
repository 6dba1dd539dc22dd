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

/**
 * The agent behind a request, by its Authorization header. Throws the same unauthenticated error whether the
 * key is mistyped, unknown or revoked.
 */
export async function identifyAgent(header: string | undefined, services: Services): Promise<AgentActor> {
  const [, key] = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(header ?? "") ?? [];
  const actor = key === undefined ? undefined : await authenticate(services, new Secret(key));
  if (!actor)
    throw new Problem("unauthenticated", "The agent key is missing, wrong or revoked.", {
      code: "BAD_API_KEY",
      details: ["Authorization: must be Bearer and an agent key that was not revoked"],
    });
  return actor;
}
