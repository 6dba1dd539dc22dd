import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { CommandLine, served } from "../support/command-line.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const api = await served(world);
const owner = await signUp(world);
const line = new CommandLine({}, () => world.clock.now());
const file = join(line.home, ".config", "shardwatch", "config");
const terminal = { columns: 100, rows: 30 };
const run = async (args: readonly string[], wait?: (milliseconds: number, said: string) => Promise<void>) =>
  await line.run(args, { terminal, ...(wait && { wait }) });

/** What the person answers after so many waits. */
const answering =
  (as: Person, answer: object, after = 1) =>
  async (milliseconds: number, said: string): Promise<void> => {
    world.clock.advance(milliseconds);
    after -= 1;
    if (after !== 0) return;
    const code = /Compare the code: (\S+)/.exec(said)?.[1];
    await call(world, "POST", "/device-logins/decision", {
      as: await signInAgain(world, as),
      body: { code, ...answer },
    });
  };

test("OUT14 a person signs in by a code, lists with their rights, and signs out", async () => {
  const allowed = answering(owner, { allow: true, scopes: ["read"] }, 3);
  const signedIn = await run(["login", `${api.url}/`], allowed);
  expect(signedIn).toMatchObject({ code: 0, stdout: "" });
  const [address, code, who, may] = signedIn.stderr.split("\n");
  expect(address).toMatch(/^Open http:\/\/localhost:5173\/device#[A-Z]{4}-[A-Z]{4}$/);
  expect(code).toBe(`Compare the code: ${address?.split("#")[1]}`);
  expect(who).toContain(`as ${owner.identity.email} of `);
  expect(may).toMatch(/^It may use read, until \d{4}-\d\d-\d\d\.$/);
  const { token } = (JSON.parse(readFileSync(file, "utf8")) as StoredProfiles).profiles.default;
  expect(signedIn.stderr).not.toContain(token.slice(10));
  expect((await run(["list"])).code).toBe(0);
  expect(await run(["token", "show"])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Session +cli_/) as string,
  });
  // It may only read.
  const refused = await run(["silence", "source:agent", "--for", "2h", "--comment", "Works"]);
  expect(refused.code).not.toBe(0);
  expect(await run(["logout"])).toMatchObject({ code: 0, stderr: `Signed out of ${api.url}.\n` });
  expect(existsSync(file)).toBe(false);
  expect((await call(world, "GET", "/deployments", { key: token })).status).toBe(401);
});

interface StoredProfiles {
  profiles: { default: { token: string } };
}

test("OUT14 a refusal, an expiry and a wrong scope store nothing", async () => {
  const refused = await run(["login", api.url], answering(owner, { allow: false }));
  expect([refused.code, refused.stderr.includes("refused it")]).toEqual([1, true]);
  const late = await run(["login", api.url], answering(owner, {}, 1_000));
  expect([late.code, late.stderr.includes("expired") || late.stderr.includes("in time")]).toEqual([1, true]);
  const before = api.calls.length;
  const wrong = await run(["login", api.url, "--scopes", "read,everything"]);
  expect([wrong.code, api.calls.length - before]).toEqual([2, 0]);
  const piped = await line.run(["login", api.url]);
  expect([piped.code, piped.stderr.includes("--with-token")]).toEqual([2, true]);
  expect(existsSync(file)).toBe(false);
});

test("OUT14 a file of profiles that can't be used is said before the person is asked", async () => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ profiles: {} }), { mode: 0o644 });
  const before = api.calls.length;
  const refused = await run(["login", api.url], answering(owner, { allow: true, scopes: ["read"] }));
  rmSync(file);
  expect([refused.code, api.calls.length - before]).toEqual([2, 0]);
  expect(refused.stderr).toContain("can be read by others");
});

test("OUT14 a server that is away or busy for a while, and one that asks to slow down, end no sign-in", async () => {
  const pauses: number[] = [];
  let asked = 0;
  api.instead = (request) => {
    if (!request.url.endsWith("/device-logins/token")) return undefined;
    asked += 1;
    if (asked === 1) return new Response("busy", { status: 502 });
    const slow = { code: "SLOW_DOWN", message: "Ask less often." };
    return asked === 2 ? Response.json(slow, { status: 429 }) : undefined;
  };
  const answer = answering(owner, { allow: true, scopes: ["read"] }, 3);
  const signedIn = await run(["login", api.url], async (milliseconds, said) => {
    pauses.push(milliseconds);
    await answer(milliseconds, said);
  });
  api.instead = () => undefined;
  expect([signedIn.code, pauses]).toEqual([0, [5_000, 10_000, 15_000]]);
  api.instead = () => new Response("away", { status: 503 });
  expect((await run(["logout"])).stderr).toContain("end the session under Settings, You");
  api.instead = () => undefined;
  expect(existsSync(file)).toBe(false);
});
