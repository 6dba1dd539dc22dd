import { allScopes, type TokenScope } from "@shardwatch/core/contract/token/scopes";
import type { CreatedToken } from "@shardwatch/core/contract/token/token";
import { call, type Person, type World } from "./world.ts";

interface Wanted {
  name?: string;
  scopes?: readonly TokenScope[];
  networks?: readonly string[];
  expiresInDays?: number;
}

/** A token of a person's organization, with every scope where none is named. */
export async function createToken(
  world: World,
  as: Person,
  { name = "Test token", scopes = allScopes, ...more }: Wanted = {},
): Promise<CreatedToken> {
  const answer = await call(world, "POST", "/tokens", { as, body: { name, scopes, ...more } });
  if (answer.status !== 201)
    throw new Error(`creating a token was answered ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as CreatedToken;
}

/** A token that was used, and has two secrets. */
export async function rotateUsedToken(world: World, as: Person): Promise<void> {
  const { id, secret } = await createToken(world, as, { networks: ["192.0.2.0/24"] });
  await call(world, "GET", "/deployments", { key: secret, from: "192.0.2.7" });
  await call(world, "POST", `/tokens/${id}/rotate`, { as, body: {} });
}
