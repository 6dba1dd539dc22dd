import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { environmentOfInstallation, lockedSst, sstIsInstalled } from "./sst.mjs";

/** @type {string} */
let folder;

/** @param {string} version */
const lock = (version) => {
  const packages = { "node_modules/sst": { version, integrity: `hash of ${version}` } };
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages }));
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "shardwatch-sst-"));
  lock("4.17.1");
  mkdirSync(join(folder, ".sst/platform/node_modules/@pulumi/aws"), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const finish = () => writeFileSync(join(folder, ".sst", "installed-for-tests"), lockedSst(folder));

test("SST's components are reused until the lock file names another SST", () => {
  finish();
  expect(sstIsInstalled(folder)).toBe(true);
  lock("4.18.0");
  expect(sstIsInstalled(folder)).toBe(false);
});

test("an installation that was interrupted, or whose packages are gone, is repeated", () => {
  expect(sstIsInstalled(folder)).toBe(false);
  finish();
  rmSync(join(folder, ".sst/platform/node_modules"), { recursive: true });
  expect(sstIsInstalled(folder)).toBe(false);
});

test("the packages of SST's components run no code at their installation, and see no credentials of AWS", () => {
  const secrets = { AWS_ACCESS_KEY_ID: "AKIA", AWS_SECRET_ACCESS_KEY: "secret", AWS_PROFILE: "production" };
  const environment = environmentOfInstallation({ PATH: "/bin", HOME: "/home/one", ...secrets });
  expect(environment).toMatchObject({ PATH: "/bin", HOME: "/home/one", npm_config_ignore_scripts: "true" });
  expect(Object.keys(environment).filter((name) => name.startsWith("AWS_"))).toEqual([]);
});
