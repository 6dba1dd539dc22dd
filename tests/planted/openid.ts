import type { Fault } from "./fault.ts";

const signIn = ["tests/contract/openid.test.ts"];
const session = ["tests/contract/openid-session.test.ts"];
const groups = ["tests/contract/openid-groups.test.ts"];
const person = ["packages/core/src/provider-session/person.test.ts"];
const noun = "packages/core/src/provider-session";

/** Sign-in at an OpenID provider. */
export const openId: readonly Fault[] = [
  {
    id: "O1",
    what: "an answer counts that belongs to no attempt of this browser",
    file: `${noun}/attempt.ts`,
    find: " || !sameDigest(state, values.state)",
    plant: "",
    tests: signIn,
  },
  {
    id: "O2",
    what: "an attempt is valid for ever",
    file: `${noun}/attempt.ts`,
    find: " || now - Number(time) > attemptLifetime",
    plant: "",
    tests: signIn,
  },
  {
    id: "O3",
    what: "a sign-in leads to another site",
    file: "packages/functions/src/api/routes/openid.ts",
    find: "url.origin === origin ? url.href : `${origin}/`",
    plant: "new URL(path, origin).href",
    tests: signIn,
  },
  {
    id: "O4",
    what: "tokens of the provider are stored in the clear",
    file: `${noun}/kept.ts`,
    find: "return seal(new Secret(JSON.stringify(stored)), secret);",
    plant: "return JSON.stringify(stored);",
    tests: signIn,
  },
  {
    id: "O5",
    what: "several requests renew with the same token at once",
    file: `${noun}/look.ts`,
    find: "if (await sessions.takeTurn(session, found.row, turn)) ",
    plant: "",
    tests: session,
  },
  {
    id: "O6",
    what: "an outage of the provider signs people out",
    file: `${noun}/look.ts`,
    find: 'return { outcome: "unavailable", reason, fault };',
    plant: "return await finish(session, reason);",
    tests: session,
  },
  {
    id: "O7",
    what: "signing out leaves the session at the provider valid",
    file: `${noun}/provider-session.ts`,
    find: "if (refreshToken) await client.revoke(refreshToken);",
    plant: "",
    tests: session,
  },
  {
    id: "O8",
    what: "an email counts that the provider does not call verified",
    file: `${noun}/person.ts`,
    find: "if (verified !== true)",
    plant: "if (verified === null)",
    tests: person,
  },
  {
    id: "O9",
    what: "a changed group changes the role at the next sign-in only",
    file: "packages/core/src/session/sign-in.ts",
    find: "await followRoles(services, account, known.identity)",
    plant: "account",
    tests: groups,
  },
  {
    id: "O10",
    what: "groups of the provider give roles in organizations that it does not know",
    file: "packages/core/src/account/provider-roles.ts",
    find: "given && organization === shared ? given : account.roles",
    plant: "given ?? account.roles",
    tests: groups,
  },
  {
    id: "O11",
    what: "first sign-ins at the same time create an organization each",
    file: "packages/core/src/organization/shared.ts",
    find: "writes: [...writes, named]",
    plant: "writes: named ? writes : []",
    tests: groups,
  },
];
