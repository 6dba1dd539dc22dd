import { Secret } from "@shardwatch/core/kit/secret";
import { testedIntegrations } from "../support/integrations/all.ts";
import { call, type Person, webOrigin, type World } from "../support/world.ts";
import type { Handles } from "./people.ts";

/** A person of the story with their session there. */
export function personOf({ people }: Handles, name: keyof Handles["people"]): Person {
  const { accountId, organizationId, session } = people[name];
  const identity = { redisCloudId: "", email: "", firstName: "", lastName: "", company: undefined };
  return { accountId, organizationId, session: new Secret(session), identity };
}

/** The answers of the reading routes to people of the story. */
export async function answersTo(world: World, handles: Handles): Promise<Record<string, unknown>> {
  const { ids, people } = handles;
  const asked: (readonly [who: keyof Handles["people"], path: string])[] = [
    ["ada", "/deployments"],
    ["ada", `/deployments/${ids.orders}`],
    ["ada", `/deployments/${ids.moved}`],
    ["ada", `/deployments/${ids.unread}`],
    ["ada", `/deployments/${ids.deleted}`],
    ["ada", "/access-key"],
    ...testedIntegrations.flatMap(({ reads }) => reads.map((path) => ["ada", path] as const)),
    ["ada", `/redis-cloud/${ids.redisCloud}`],
    ["ada", "/me/organization"],
    ["ada", "/organizations/me/invitations"],
    ["ada", "/notifications?includeRead=true"],
    ["bob", "/notifications?includeRead=true"],
    ["eve", "/deployments"],
    ["eve", "/views"],
    ["bob", "/views"],
    ["carol", "/me/invitations"],
    ["carol", "/notifications"],
    ["carol", `/invitations/${ids.invitation}/moves`],
    ["hank", `/invitations/${ids.acceptance}/moves`],
    ["ivy", "/me/organization"],
    ["dave", "/me/organization"],
    ["judy", "/deployments"],
    ["root", "/accounts?limit=100"],
    ["root", "/organizations?limit=100"],
    ["root", `/organizations/${people.ada.organizationId}`],
    ["root", `/organizations/${people.dave.organizationId}`],
  ];
  const answers: Record<string, unknown> = {};
  for (const [who, path] of asked) {
    const answer = await call(world, "GET", path, { as: personOf(handles, who) });
    answers[`${who} GET ${path}`] = { status: answer.status, body: bodyOf(await answer.text()) };
  }
  for (const who of ["ada", "bob", "ivy"] as const)
    answers[`${who} POST /me`] = await me(world, handles, who);
  return answers;
}

/** Requests the user, which reads identity, account, session and organization. */
async function me(world: World, handles: Handles, who: keyof Handles["people"]) {
  const cookie = `JSESSIONID=${who}; shardwatch_session=${handles.people[who].session}`;
  const headers = { origin: webOrigin, cookie };
  const answer = await world.app.request("/me", { method: "POST", headers });
  return { status: answer.status, body: bodyOf(await answer.text()) };
}

/** Problems contain a request id, which differs each time. */
function bodyOf(text: string): unknown {
  const body: unknown = text === "" ? undefined : JSON.parse(text);
  if (typeof body !== "object" || body === null) return body;
  const { requestId: _, ...rest } = body as Record<string, unknown>;
  return rest;
}
