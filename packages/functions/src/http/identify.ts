import { authenticate } from "@shardwatch/core/agent-key/agent-key";
import type { AgentActor, MemberActor } from "@shardwatch/core/access/actor";
import type { Services } from "@shardwatch/core/access/context";
import { Problem } from "@shardwatch/core/kit/problem";
import { Secret } from "@shardwatch/core/kit/secret";
import { isPersonal } from "@shardwatch/core/kit/composite-key";
import { type Personal, recognizePersonal } from "@shardwatch/core/personal-session/recognize";
import { recognize } from "@shardwatch/core/session/session";
import { recognize as recognizeToken, type Recognized } from "@shardwatch/core/token/authenticate";
import type { Context } from "hono";
import { sessionCookie } from "./cookies.ts";

/** The signed-in person behind a request, by its session cookie. Throws unauthenticated. */
export async function identifyMember(c: Context, services: Services): Promise<MemberActor> {
  const cookie = sessionCookie(c, services);
  const actor = cookie && (await recognize(services, cookie));
  if (!actor) throw new Problem("unauthenticated", "Please sign in.");
  return actor;
}

/** The text of an Authorization header of the one kind that we take; undefined for another. */
function bearerOf(header: string | undefined): Secret | undefined {
  const [, text] = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(header ?? "") ?? [];
  return text === undefined ? undefined : new Secret(text);
}

/** What came with a request: a token of an organization, or a person's session at a command line. */
export type Identified = Recognized | Personal;

/** The program behind a request, by the secret in its Authorization header. Throws unauthenticated. */
export async function identifyProgram(c: Context, services: Services): Promise<Identified> {
  const bearer = bearerOf(c.req.header("authorization")) ?? new Secret("");
  if (isPersonal(bearer.reveal())) return await recognizePersonal(services, bearer);
  return await recognizeToken(services, bearer);
}

/**
 * The agent behind a request, by its Authorization header. Throws the same unauthenticated error whether the
 * key is mistyped, unknown or revoked.
 */
export async function identifyAgent(header: string | undefined, services: Services): Promise<AgentActor> {
  const key = bearerOf(header);
  const actor = key && (await authenticate(services, key));
  if (!actor)
    throw new Problem("unauthenticated", "The agent key is missing, wrong or revoked.", {
      code: "BAD_API_KEY",
      details: ["Authorization: must be Bearer and an agent key that was not revoked"],
    });
  return actor;
}
