import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { installCommand, serviceCommand } from "./install-command.ts";

const configuration = "key: secret\n";
const system = process.platform === "darwin" ? "macos" : "linux";
const installation = { configuration, download: undefined, releases: undefined };
const command = installCommand(system, installation);
let folder: string;
const file = () => join(folder, "agent.yaml");

/** A folder with a downloaded agent that only says how it is called. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "shardwatch-install-"));
  const agent = "console.log('agent', process.argv[2]);";
  const sum = createHash("sha256").update(agent).digest("hex");
  writeFileSync(join(folder, "shardwatch-agent.mjs"), agent);
  writeFileSync(join(folder, "SHA256SUMS"), `${sum}  shardwatch-agent.mjs\n`);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** @param typed what a person types while the command runs */
function paste(text = command, typed = "") {
  const PATH = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
  const { status, stdout, stderr } = spawnSync("sh", ["-c", text], {
    cwd: folder,
    input: typed,
    env: { ...process.env, PATH },
    encoding: "utf8",
  });
  const calls = stdout.split("\n").filter((line) => line.startsWith("agent "));
  return { status, calls, stderr };
}

test("ONB01 the command writes a file that only its owner can read, checks it, and runs the agent", () => {
  expect(paste()).toMatchObject({ status: 0, calls: ["agent check", "agent run"] });
  expect(readFileSync(file(), "utf8")).toBe(configuration);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test("ONB01 where nothing can be downloaded, the command says where its files come from", () => {
  expect(command).toContain("In a checkout of Shardwatch, npm run package-agent makes both.");
  const releases = "https://example.com/releases";
  expect(installCommand(system, { ...installation, releases })).toContain(`SHA256SUMS from ${releases} into`);
});

test("ONB01 the command writes no key into a file that is there, which others may be able to read", () => {
  writeFileSync(file(), "key: another\n");
  chmodSync(file(), 0o644);
  const { status, calls, stderr } = paste();
  expect(stderr).toContain("agent.yaml exists already. Remove it, or paste this into another folder.");
  expect(status).not.toBe(0);
  expect(calls).toEqual([]);
  expect(readFileSync(file(), "utf8")).toBe("key: another\n");
});

test("ONB01 the command writes no key through a link to a file that is not there yet", () => {
  const elsewhere = join(folder, "elsewhere");
  symlinkSync(elsewhere, file());
  const { status, calls } = paste();
  expect(status).not.toBe(0);
  expect(calls).toEqual([]);
  expect(existsSync(elsewhere)).toBe(false);
});

const withPassword = installCommand(system, { ...installation, needsPassword: true });
const passwordPath = () => join(folder, "redis.password");

test("ONB02 a command for a server with a password asks for it, and keeps it in a file for its owner", () => {
  const { status, calls, stderr } = paste(withPassword, "\nit's $HOME\\ \nnot the password\n");
  expect({ status, calls }).toEqual({ status: 0, calls: ["agent check", "agent run"] });
  expect(stderr).toContain("Password of the Redis server: ");
  expect(readFileSync(passwordPath(), "utf8")).toBe("it's $HOME\\ \n");
  expect(statSync(passwordPath()).mode & 0o777).toBe(0o600);
  expect(readFileSync(file(), "utf8")).toBe(configuration);
});

test("ONB02 a command for a server with a password adds it to no file that is there", () => {
  writeFileSync(passwordPath(), "another\n");
  const { status, calls, stderr } = paste(withPassword, "a password\n");
  expect(stderr).toContain("redis.password exists already.");
  expect(status).not.toBe(0);
  expect(calls).toEqual([]);
  expect(readFileSync(passwordPath(), "utf8")).toBe("another\n");
  expect(existsSync(file())).toBe(false);
});

test("ONB02 PowerShell reads the whole command before it asks for a password, and closes each file", () => {
  const text = installCommand("windows", { ...installation, needsPassword: true });
  expect(text).toMatch(/^& \{\n[^]*\n\}\n$/);
  expect(text).toContain('Read-Host -AsSecureString "Password of the Redis server"');
  expect(text).toContain(`"$PWD\\redis.password"`);
  for (const name of ["agent.yaml", "redis.password"])
    expect(text).toContain(`icacls ${name} /inheritance:r`);
  expect(installCommand("windows", installation)).not.toContain("redis.password");
});

test("ONB02 the service has every file that the configuration names", () => {
  expect(serviceCommand({})).not.toContain("redis");
  const text = serviceCommand({ needsPassword: true, usesTls: true, hasPrivateAuthority: true });
  expect(text).toContain("/etc/shardwatch agent.yaml redis.password redis-ca.pem &&\n");
  for (const name of ["agent.yaml", "redis.password", "redis-ca.pem"])
    expect(text).toContain(`\nLoadCredential=${name}:/etc/shardwatch/${name}\n`);
});
