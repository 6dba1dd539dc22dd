import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { tablesOf } from "../deploy/pages.ts";
import { copyProject, root } from "./copy.ts";

/*
 * What a further kind costs. Each toy is a patch. It is applied to a copy of the project, which has to compile and to
 * pass the tests about that kind. The recipe for such a change names the same files.
 */

interface Toy {
  name: string;
  /** How many existing files it may touch, beside tests. */
  most: number;
  recipe: string;
  /** Whether the web application has to build with it. */
  builds?: true;
  /** What has to pass in the copy. */
  tests: readonly string[];
}

const toys: readonly Toy[] = [
  {
    name: "source",
    most: 11,
    recipe: "add-a-source.md",
    tests: [
      "tests/isolation",
      "tests/contract/sources.test.ts",
      "tests/contract/generated.seeds.test.ts",
      "tests/storage/expiry.test.ts",
      "tests/architecture/kinds.test.ts",
    ],
  },
  {
    name: "page",
    most: 9,
    recipe: "add-a-page.md",
    builds: true,
    tests: [
      "tests/isolation/matrix.test.ts",
      "tests/isolation/toys.test.ts",
      "tests/contract/generated.seeds.test.ts",
      "tests/architecture/routes.test.ts",
      "packages/web/src/routes.test.ts",
      "packages/web/src/layout",
    ],
  },
  {
    name: "field",
    most: 6,
    recipe: "add-a-field.md",
    tests: [
      "packages/agent/src/sources/redis/toy-system.test.ts",
      "packages/core/src/contract",
      "packages/web/src/catalogue.test.ts",
      "packages/web/src/filter",
      "packages/web/src/pages/deployments",
      "tests/contract/changes-of-fields.test.ts",
      "tests/contract/toy-system.test.ts",
    ],
  },
  {
    name: "rule",
    most: 2,
    recipe: "add-a-rule.md",
    tests: [
      "packages/core/src/incident",
      "tests/contract/incidents.test.ts",
      "tests/architecture/kinds.test.ts",
    ],
  },
  {
    name: "channel",
    most: 4,
    recipe: "add-a-channel.md",
    tests: [
      "packages/core/src/channel",
      "tests/contract/channels.test.ts",
      "tests/architecture/kinds.test.ts",
    ],
  },
  {
    name: "role",
    most: 5,
    recipe: "add-a-role.md",
    tests: [
      "packages/core/src/contract/people/roles.test.ts",
      "packages/core/src/provider-session",
      "tests/contract/members.test.ts",
      "tests/isolation/matrix.test.ts",
      "tests/architecture/kinds.test.ts",
    ],
  },
];

const isTest = (path: string) => path.startsWith("tests/") || /\.test\.tsx?$/.test(path);

/** The existing files that a patch changes, beside tests. */
function touchedBy(patch: string): string[] {
  const files = patch.split(/^diff --git /m).slice(1);
  return files.flatMap((file) => {
    const [, path = ""] = /^a\/(\S+)/.exec(file) ?? [];
    return /^new file/m.test(file) || isTest(path) ? [] : [path];
  });
}

/** The files in the table "Existing files" of a recipe. */
function listedIn(recipe: string): string[] {
  const text = readFileSync(join(root, "docs/how-to", recipe), "utf8");
  const [, part = ""] = text.split(/^## Existing files$/m);
  const [table] = tablesOf(part.split(/^## /m)[0] ?? "");
  return (table?.rows ?? []).map(([first = ""]) => first.replaceAll("`", ""));
}

test.each(toys)(
  "a further $name touches at most $most files, which its recipe names",
  { timeout: 600_000 },
  ({ name, most, recipe, builds, tests }) => {
    const file = join(root, "tests/planted/toys", `${name}.patch`);
    const touched = touchedBy(readFileSync(file, "utf8"));
    expect(touched.length).toBeLessThanOrEqual(most);
    expect(listedIn(recipe).toSorted()).toEqual(touched.toSorted());
    const folder = copyProject();
    try {
      const PATH = [join(root, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
      // The mode of this test is not that of the build.
      const env = { ...process.env, PATH, NODE_ENV: undefined };
      const run = (command: string, ...args: string[]) =>
        execFileSync(command, args, { cwd: folder, env, stdio: "pipe" });
      run("git", "apply", file);
      for (const project of ["tsconfig.json", "packages/web/tsconfig.json"]) run("tsc", "-p", project);
      if (builds) run("vite", "build", "packages/web");
      run("vitest", "run", "--project=unit", ...tests);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
