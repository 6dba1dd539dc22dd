import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { leaveOut } from "./leave-out.ts";
import { libraries, libraryOf } from "./lean-libraries.ts";

const folders = {
  react: new URL("cjs/", import.meta.resolve("react-dom/package.json")),
  router: new URL("dist/production/", import.meta.resolve("react-router/package.json")),
  mutations: new URL(".", import.meta.resolve("@tanstack/query-core")),
};

test.each(Object.keys(folders) as (keyof typeof folders)[])(
  "the installed %s has one file with all that is left out",
  (name) => {
    const folder = folders[name];
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
