import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HttpResult } from "@shardwatch/functions/agent-report/http-event";
import type { NewPasskeyQuestion, PasskeyQuestion } from "@shardwatch/core/contract/people/passkey";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleLambda } from "../../scripts/lib/bundle.mjs";
import { arrived, authenticator, passkeysOf, startPasskeyWorld } from "../support/passkeys.ts";
import { webOrigin, type World } from "../support/world.ts";
import { type Instance, recorded, start } from "./lambda.ts";

const folder = mkdtempSync(join(tmpdir(), "shardwatch-passkey-bundle-"));
let world: World;
let signIn: Instance;

beforeAll(async () => {
  const { file } = await bundleLambda("sign-in", folder);
  world = await startPasskeyWorld();
  world.clock.time = Date.now();
  signIn = start(file, {
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "ASIAEXAMPLE",
    AWS_SECRET_ACCESS_KEY: "secret-of-the-role",
    AWS_LAMBDA_FUNCTION_NAME: "shardwatch",
    AWS_ENDPOINT_URL_DYNAMODB: world.database.endpoint,
    TABLE_NAME: world.database.tableName,
    ENVIRONMENT: "production",
    WEB_ORIGIN: webOrigin,
    SIGN_IN: "links",
    SUPER_ADMIN_EMAILS: "root@example.com",
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.stop();
});

/** An answer with cookies, as Hono gives it to API Gateway. */
interface Answer extends HttpResult {
  cookies?: string[];
}

async function call(path: string, cookies: readonly string[], body?: unknown): Promise<Answer> {
  const event = recorded("deployments", { cookie: cookies.join("; ") });
  const http = { ...event.requestContext.http, method: "POST", path };
  const requestContext = { ...event.requestContext, http };
  const headers = { ...event.headers, origin: webOrigin, "content-type": "application/json" };
  const sent = { ...event, rawPath: path, rawQueryString: "", headers, requestContext };
  const whole = body === undefined ? sent : { ...sent, body: JSON.stringify(body), isBase64Encoded: false };
  return (await signIn.call(whole)) as Answer;
}

/** The cookies that an answer sets, for the next request. */
const cookiesOf = ({ cookies = [] }: Answer) => cookies.map((cookie) => cookie.split(";")[0] ?? "");
const bodyOf = ({ body, isBase64Encoded }: Answer): unknown =>
  JSON.parse(isBase64Encoded ? Buffer.from(body, "base64").toString() : body);

test("AMD21 the bundle of sign-in adds a passkey and signs in with it; cookies are Secure and bound to the host", async () => {
  const one = await arrived(world, "ada@example.com");
  const session = [...one.cookies].map(([name, value]) => `__Host-${name}=${value}`);
  const key = authenticator();
  const asked = await call("/me/passkeys/options", session);
  expect(asked.statusCode).toBe(200);
  const answer = key.make(bodyOf(asked) as NewPasskeyQuestion);
  const added = await call("/me/passkeys", [...session, ...cookiesOf(asked)], { answer });
  expect(added.statusCode).toBe(201);
  expect(await passkeysOf(one)).toHaveLength(1);

  const begun = await call("/sign-in/passkey/options", []);
  expect(begun.cookies).toEqual([
    expect.stringMatching(/^__Host-shardwatch_passkey=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ]);
  const signed = key.sign(bodyOf(begun) as PasskeyQuestion);
  const entered = await call("/sign-in/passkey", cookiesOf(begun), signed);
  expect(entered.statusCode).toBe(204);
  for (const cookie of entered.cookies ?? [])
    expect(cookie).toMatch(/^__Host-.*HttpOnly; Secure; SameSite=Lax$/);
  const { stderr } = await signIn.stop();
  expect(stderr).toBe("");
});
