import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { formatToken } from "@shardwatch/core/kit/composite-key";
import { beforeEach, describe, expect, test } from "vitest";
import { CommandLine, served } from "../support/command-line.ts";
import { createToken } from "../support/tokens.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { signUp } from "../support/world.ts";

const world = await worldOfFile();
const api = await served(world);
const owner = await signUp(world);
const { secret, id } = await createToken(world, owner);
const line = new CommandLine();
const run = line.run.bind(line);
const folder = join(line.home, ".config", "shardwatch");
const file = join(folder, "config");
const env = { SHARDWATCH_URL: api.url, SHARDWATCH_TOKEN: secret };
const logIn = async (token = secret, ...more: string[]) =>
  await run(["login", `${api.url}/`, "--with-token", ...more], { input: `${token}\n` });

beforeEach(() => rmSync(folder, { recursive: true, force: true }));

describe("OUT04 signing in", () => {
  test("OUT04 OUT13 a token is read from the input, tried, and stored where nobody else can read it", async () => {
    expect(await logIn()).toEqual({
      code: 0,
      stdout: "",
      stderr: `Signed in to ${api.url} as the profile default.\n`,
      paged: "",
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(await run(["list"])).toMatchObject({ code: 0 });
    const shown = await run(["token", "show"]);
    expect(shown).toMatchObject({
      code: 0,
      stdout: `Token\t${id}\nFrom\tprofile default\nAPI\t${api.url}\nWorks\tyes, and may read\n`,
    });
    expect(shown.stdout).not.toContain(secret.slice(40));
  });

  test("OUT13 a token that is mistyped or unknown is not stored, and never shown", async () => {
    const before = api.calls.length;
    const mistyped = secret.replace(/.$/, (last) => (last === "a" ? "b" : "a"));
    const wrong = await logIn(mistyped);
    expect([wrong.code, api.calls.length - before, existsSync(file)]).toEqual([4, 0, false]);
    const unknown = await logIn(formatToken("tok_00000000000000000000000000", new Uint8Array(32)));
    expect([unknown.code, existsSync(file)]).toEqual([4, false]);
    expect(wrong.stderr + unknown.stderr).not.toContain("sw_tok_0");
    expect(await run(["login", api.url, "--with-token", secret])).toMatchObject({ code: 2 });
  });

  test("OUT04 profiles are apart, and logout forgets one, or ends its token", async () => {
    const second = await createToken(world, owner, { scopes: ["metrics"] });
    await logIn();
    expect((await logIn(second.secret, "--profile", "work")).stderr).toContain(
      "The token has no scope read.",
    );
    expect((await run(["token", "show", "--profile", "work"])).stdout).toContain(
      "Works\tyes, without the scope read",
    );
    expect((await run(["list", "--profile", "nobody"])).code).toBe(4);
    expect((await run(["logout", "--profile", "work", "--revoke"])).code).toBe(0);
    expect((await run(["list"], { env: { ...env, SHARDWATCH_TOKEN: second.secret } })).code).toBe(4);
    expect((await run(["list"])).code).toBe(0);
    expect((await run(["logout"])).code).toBe(0);
    expect(existsSync(file)).toBe(false);
    expect(await run(["list"])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("Not signed in") as string,
    });
    expect((await run(["logout"])).code).toBe(4);
  });

  test("OUT04 OUT13 revoking asks a person, and needs --yes where nobody can be asked", async () => {
    const { secret: token } = await createToken(world, owner);
    const own = { ...env, SHARDWATCH_TOKEN: token };
    expect(await run(["token", "revoke"], { env: own })).toMatchObject({
      code: 2,
      stderr: "shardwatch: Nobody can be asked here. Say --yes to revoke the token.\n",
    });
    const terminal = { columns: 80, rows: 24 };
    expect((await run(["token", "revoke"], { env: own, terminal, answer: "n" })).code).toBe(2);
    expect((await run(["list"], { env: own })).code).toBe(0);
    expect((await run(["token", "revoke"], { env: own, terminal, answer: "y" })).code).toBe(0);
    expect((await run(["list"], { env: own })).code).toBe(4);
  });
});

describe("OUT13 where credentials come from", () => {
  test("OUT13 the two variables win over a profile, and one alone is refused", async () => {
    await logIn();
    const wrong = { SHARDWATCH_URL: "http://127.0.0.1:1", SHARDWATCH_TOKEN: secret };
    expect((await run(["list"], { env: wrong })).code).toBe(2);
    expect((await run(["list", "--profile", "default"], { env: wrong })).code).toBe(2);
    for (const name of ["SHARDWATCH_URL", "SHARDWATCH_TOKEN"] as const)
      expect(await run(["list"], { env: { [name]: env[name] } })).toMatchObject({
        code: 2,
        stderr: `shardwatch: ${name} is set alone. Set both, or none of them.\n`,
      });
  });

  test("OUT13 XDG_CONFIG_HOME is where profiles are, when it is a whole path", async () => {
    const elsewhere = join(line.home, "elsewhere");
    const xdg = { XDG_CONFIG_HOME: elsewhere };
    await run(["login", api.url, "--with-token"], { input: secret, env: xdg });
    expect(existsSync(join(elsewhere, "shardwatch", "config"))).toBe(true);
    expect((await run(["list"], { env: { XDG_CONFIG_HOME: "elsewhere" } })).code).toBe(4);
  });

  test.each<[what: string, spoil: () => void, why: string]>([
    ["that the group can read", () => chmodSync(file, 0o640), "can be read by others"],
    ["that others can read", () => chmodSync(file, 0o604), "can be read by others"],
    [
      "that is a link",
      () => {
        writeFileSync(join(folder, "real"), readFileSync(file), { mode: 0o600 });
        rmSync(file);
        symlinkSync(join(folder, "real"), file);
      },
      "is a link",
    ],
    [
      "that is a folder",
      () => {
        rmSync(file);
        mkdirSync(file, { mode: 0o700 });
      },
      "is not a file",
    ],
    ["that is too large", () => writeFileSync(file, " ".repeat(70_000)), "is too large"],
    ["that is no JSON", () => writeFileSync(file, "token: x"), "can't be read as a file of profiles"],
    ["of another form", () => writeFileSync(file, '{"profiles":{"default":{"url":7}}}'), "can't be read as"],
  ])("OUT13 a file %s is refused before anything is asked", async (_, spoil, why) => {
    await logIn();
    spoil();
    const before = api.calls.length;
    for (const args of [["list"], ["logout"], ["token", "show"]]) {
      const { code, stderr } = await run(args);
      expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
      expect(stderr).not.toContain("sw_tok_");
    }
    expect((await logIn()).code).toBe(2);
    // Signing in has tried the token.
    expect(api.calls.length - before).toBe(1);
  });

  test.each([
    "http://shardwatch.example",
    "http://127.0.0.1.evil.example",
    "http://localhost.evil.example",
    "ftp://localhost",
    "shardwatch.example",
    "https://user:secret@shardwatch.example",
    "https://shardwatch.example/?token=1",
  ])("OUT13 no token is sent to %s", async (address) => {
    const { code, stderr } = await run(["list"], { env: { ...env, SHARDWATCH_URL: address } });
    expect([code, stderr.includes("secret")]).toEqual([2, false]);
    expect((await run(["login", address, "--with-token"], { input: secret })).code).toBe(2);
  });
});
