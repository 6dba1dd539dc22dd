import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { leaveOut } from "./leave-out.ts";
import { libraries, libraryOf } from "./lean-libraries.ts";

/** Where the files are, from a path that each package exports. */
const places = {
  react: ["react-dom/package.json", "cjs/"],
  router: ["react-router/package.json", "dist/production/"],
  mutations: ["@tanstack/query-core", "."],
} as const;

test.each(Object.keys(places) as (keyof typeof places)[])(
  "the installed %s has one file with all that is left out",
  (name) => {
    const [exported, below] = places[name];
    const folder = new URL(below, import.meta.resolve(exported));
    const files = readdirSync(folder)
      .map((file) => ({ id: new URL(file, folder).pathname, url: new URL(file, folder) }))
      .filter(({ id }) => libraries[name].file.test(id))
      .map(({ id, url }) => ({ id, code: readFileSync(url, "utf8") }))
      .filter(({ id, code }) => libraryOf(id, code) === libraries[name]);
    expect(files).toHaveLength(1);
    for (const { code } of files)
      expect(leaveOut(code, libraries[name].needless).length).toBeLessThan(code.length);
  },
);
