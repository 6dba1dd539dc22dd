import { expect } from "vitest";
import type { Provider } from "./provider.ts";
import { call, type World } from "./world.ts";

export interface Cookies {
  JSESSIONID: string;
  shardwatch_session: string;
}

/** Calls like a browser that has these cookies. */
export async function post(world: World, path: string, cookies: Partial<Cookies>): Promise<Response> {
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  return await call(world, "POST", path, { headers: { cookie: cookie.join("; ") } });
}

/** The list of deployments for a session's cookie. */
export async function listStatus(world: World, session: string): Promise<number> {
  const headers = { cookie: `shardwatch_session=${session}` };
  return (await call(world, "GET", "/deployments", { headers })).status;
}

/** The value of our cookie that an answer sets; empty when it sets none. */
export function sessionOf(answer: Response): string {
  const [, value] = /shardwatch_session=([^;]*)/.exec(answer.headers.get("set-cookie") ?? "") ?? [];
  return value ?? "";
}

/** Signs in at the provider and then at the API. */
export async function signInThrough(provider: Provider, world: World, email: string): Promise<Cookies> {
  const JSESSIONID = await provider.signIn(email);
  const answer = await post(world, "/auth/login", { JSESSIONID });
  expect(answer.status).toBe(204);
  return { JSESSIONID, shardwatch_session: sessionOf(answer) };
}
