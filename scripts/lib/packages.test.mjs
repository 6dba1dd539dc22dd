import { expect, test } from "vitest";
import { missingPackages } from "./packages.mjs";

const locked = {
  "": {},
  "packages/core": { version: "0.1.0" },
  "node_modules/@shardwatch/core": { link: true },
  "node_modules/hono": { version: "4.1.0" },
  "node_modules/only-elsewhere": { version: "1.0.0", optional: true },
};

test("nothing is missing when every locked package is there, whatever does not run here", () => {
  const installed = {
    "node_modules/@shardwatch/core": { link: true },
    "node_modules/hono": { version: "4.1.0" },
  };
  expect(missingPackages(locked, installed)).toEqual([]);
});

test("a package that is absent or of another version is missing, optional or not", () => {
  const old = {
    "node_modules/hono": { version: "4.0.9" },
    "node_modules/only-elsewhere": { version: "0.9.0" },
  };
  expect(missingPackages(locked, old)).toEqual(["@shardwatch/core", "hono", "only-elsewhere"]);
  expect(missingPackages(locked, {})).toEqual(["@shardwatch/core", "hono"]);
});
