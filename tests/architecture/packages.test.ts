import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { read, root } from "./files.ts";

interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  type?: string;
  engines?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const project = JSON.parse(read("package.json")) as Manifest;
const workspaces = globSync("packages/*/package.json", { cwd: root }).map(
  (path) => JSON.parse(read(path)) as Manifest,
);

test("every workspace is private, an ES module, and of the project's version", () => {
  expect(workspaces.length).toBeGreaterThan(4);
  for (const { name, version, private: isPrivate, type } of [project, ...workspaces])
    expect({ name, version, isPrivate, type }).toEqual({
      name,
      version: project.version,
      isPrivate: true,
      type: "module",
    });
});

test("the changelog begins with the project's version", () => {
  const [, version] = /^## (\d+\.\d+\.\d+)/m.exec(read("CHANGELOG.md")) ?? [];
  expect(version).toBe(project.version);
});

test("version managers take the Node that the project brings", () => {
  const [, major] = /^\^?(\d+)\./.exec(project.devDependencies?.["node"] ?? "") ?? [];
  expect(read(".nvmrc").trim()).toBe(major);
});

test("no workspace asks for another Node than the project", () => {
  for (const { name, engines } of workspaces)
    expect({ name, node: engines?.["node"] ?? project.engines?.["node"] }).toEqual({
      name,
      node: project.engines?.["node"],
    });
});

test("a package that several workspaces use is asked for in one version", () => {
  const ranges = new Map<string, Set<string>>();
  for (const { dependencies, devDependencies, optionalDependencies } of [project, ...workspaces])
    for (const [name, range] of Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    }))
      ranges.set(name, (ranges.get(name) ?? new Set()).add(range));
  const several = [...ranges].filter(([, found]) => found.size > 1);
  expect(several.map(([name, found]) => `${name}: ${[...found].join(", ")}`)).toEqual([]);
});

test("the lockfile names no registry, so that packages come from wherever the machine's npm is set to", () => {
  const lock = JSON.parse(read("package-lock.json")) as { packages: Record<string, { resolved?: string }> };
  const hosts = Object.entries(lock.packages).filter(([, { resolved = "" }]) => /^[a-z+]+:/i.test(resolved));
  expect(hosts.map(([path, { resolved }]) => `${path}: ${resolved}`)).toEqual([]);
});
