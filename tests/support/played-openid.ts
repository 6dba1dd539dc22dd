import type { OpenIdClient } from "@shardwatch/core/ports/openid";
import { createOpenIdIdentity } from "@shardwatch/core/provider-session/provider-session";
import { Secret } from "@shardwatch/core/kit/secret";
import { createApp } from "@shardwatch/functions/api/app";
import { noGroups } from "./no-groups.ts";
import type { World } from "./world.ts";

const issuer = "https://login.example";

/** A provider that lets one person in. Tests of rows need no more of it. */
const client: OpenIdClient = {
  issuer,
  begin: ({ state }) => Promise.resolve({ outcome: "ready", address: `${issuer}/?state=${state}` }),
  redeem: () => {
    const claims = { sub: "olga", email: "olga@example.com", email_verified: true, name: "Olga Id" };
    const tokens = { refreshToken: new Secret("refresh"), idToken: new Secret("id"), validFor: 3_600_000 };
    return Promise.resolve({ outcome: "granted", grant: { claims, tokenClaims: claims, ...tokens } });
  },
  renew: () => Promise.resolve({ outcome: "unavailable", reason: "not in this test" }),
  revoke: () => Promise.resolve(),
  endAddress: () => Promise.resolve(undefined),
};

/** Signs a person in at an OpenID provider. It leaves the rows that only such a sign-in writes. */
export async function signInByOpenId(world: World): Promise<void> {
  const { services } = world;
  const groups = { byRole: noGroups, required: [] };
  const rules = { issuer, groupsClaim: "groups", vouchesForEmails: false, groups };
  const identity = createOpenIdIdentity({ ...services, client, rules, secure: false });
  const settings = { ...services.settings, sharedOrganization: "Shared" };
  const app = createApp({ ...services, identity, settings });
  const begun = await app.request("/auth/oidc/start");
  const cookie = begun.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const { search } = new URL(begun.headers.get("location") ?? "");
  const ended = await app.request(`/auth/oidc/callback${search}&code=any`, { headers: { cookie } });
  if (ended.status !== 302) throw new Error(`the sign-in was answered ${ended.status}`);
}
