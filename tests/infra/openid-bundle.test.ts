import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HttpResult } from "@shardwatch/functions/agent-report/http-event";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleLambda } from "../../scripts/lib/bundle.mjs";
import { OpenIdBrowser, startOpenIdProvider, type TestOpenId } from "../support/openid-provider.ts";
import { startWorld, type World } from "../support/world.ts";
import { invoke, recorded } from "./lambda.ts";

const web = "https://shardwatch.example";
const api = "https://api.shardwatch.example";
const folder = mkdtempSync(join(tmpdir(), "shardwatch-openid-bundle-"));

let world: World;
let provider: TestOpenId;
let file: string;
let signInFile: string;
let gzipBytes: number;
let env: Record<string, string>;

beforeAll(async () => {
  ({ file } = await bundleLambda("api", folder));
  ({ file: signInFile, gzipBytes } = await bundleLambda("openid", folder));
  world = await startWorld();
  provider = await startOpenIdProvider({ callbackUrl: `${api}/auth/oidc/callback`, signedOutUrl: `${web}/` });
  provider.people.set("ada", { email: "ada@example.com", email_verified: true, groups: ["ops"] });
  env = {
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "ASIAEXAMPLE",
    AWS_SECRET_ACCESS_KEY: "secret-of-the-role",
    AWS_LAMBDA_FUNCTION_NAME: "shardwatch",
    AWS_ENDPOINT_URL_DYNAMODB: world.database.endpoint,
    TABLE_NAME: world.database.tableName,
    ENVIRONMENT: "production",
    WEB_ORIGIN: web,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_GROUPS_ADMIN: "ops",
  };
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.stop();
  await provider.stop();
});

/** An answer with cookies, as Hono gives it to API Gateway. */
interface Answer extends HttpResult {
  cookies?: string[];
}

/** One call of the deployed function, in a process of its own. */
async function call(method: string, path: string, cookies: readonly string[]): Promise<Answer> {
  const [rawPath = "", rawQueryString = ""] = path.split("?");
  const event = recorded("deployments", { cookie: cookies.join("; ") });
  const http = { ...event.requestContext.http, method, path: rawPath };
  const requestContext = { ...event.requestContext, http };
  const headers = { ...event.headers, origin: web };
  const whole = { ...event, rawPath, rawQueryString, headers, requestContext };
  const called = path.startsWith("/auth/oidc/") ? signInFile : file;
  const { results, stderr, stdout } = await invoke<Answer>(called, env, [whole]);
  expect(stderr).toBe("");
  expect(stdout).not.toContain(provider.clientSecret);
  const [result] = results ?? [];
  if (!result) throw new Error(`no answer: ${stdout}`);
  return result;
}

/** The cookies that an answer sets, and their values for the next request. */
const cookiesOf = ({ cookies = [] }: Answer) => ({
  cookies,
  values: cookies.map((cookie) => cookie.split(";")[0] ?? ""),
});

test("SLF01 the bundles of the API sign a person in at a real OpenID provider; cookies are Secure and bound to the host", async () => {
  const begun = await call("GET", "/auth/oidc/start?returnTo=%2Fdatabases", []);
  expect(begun.statusCode).toBe(302);
  const attempt = cookiesOf(begun);
  expect(attempt.cookies).toEqual([
    expect.stringMatching(/^__Host-shardwatch_sign_in=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ]);
  const address = begun.headers["location"] ?? "";
  const back = await new OpenIdBrowser().signIn(address, "ada");
  expect(back.href).toMatch(`${api}/auth/oidc/callback?`);
  const ended = await call("GET", `${back.pathname}${back.search}`, attempt.values);
  expect([ended.statusCode, ended.headers["location"]]).toEqual([302, `${web}/databases`]);
  const session = cookiesOf(ended);
  for (const cookie of session.cookies) expect(cookie).toMatch(/^__Host-.*; HttpOnly; Secure; SameSite=Lax$/);
  const me = await call("POST", "/me", session.values);
  expect(JSON.parse(me.body)).toMatchObject({ email: "ada@example.com", roles: ["ORG_ADMIN"] });
});

test("P4 the bundle of openid has at most 180 KB with gzip", () => {
  expect(gzipBytes).toBeLessThanOrEqual(180_000);
});

const wrongSettings: [change: Record<string, string>, message: string][] = [
  [{ OIDC_CLIENT_SECRET: "" }, "OIDC_CLIENT_SECRET: is required"],
  [{ OIDC_ISSUER: "" }, "OIDC_ISSUER: is required with OIDC_CLIENT_ID"],
  [
    { OIDC_ISSUER: "", OIDC_CLIENT_ID: "", OIDC_CLIENT_SECRET: "", OIDC_GROUPS_ADMIN: "" },
    "PROVIDER_API_URL: is not set",
  ],
];

test.each(wrongSettings)(
  "SLF01 OPS19 the function ends at its start with the name of the setting: %j",
  async (change, message) => {
    const { results, stderr } = await invoke(file, { ...env, ...change }, [recorded("health")]);
    expect(results).toBeUndefined();
    expect(stderr).toContain(message);
  },
);
