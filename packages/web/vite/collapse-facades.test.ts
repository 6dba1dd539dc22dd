import { expect, test } from "vitest";
import { collapse, type File } from "./collapse-facades.ts";

const chunk = (fileName: string, code: string, moduleIds: string[]): [string, File] => [
  `assets/${fileName}`,
  { type: "chunk", fileName, code, moduleIds, isEntry: false, isDynamicEntry: moduleIds.length === 0 },
];

const codeOf = (bundle: Record<string, File>, name: string) => {
  const file = bundle[`assets/${name}`];
  return file?.type === "chunk" ? file.code : undefined;
};

test("a chunk that only passes on others' exports is removed, and its imports ask for the others", () => {
  const bundle = Object.fromEntries([
    chunk(
      "Page.js",
      'import{f as e}from"./app.js";import{t as n}from"./list.js";export{n as Component,e as load};',
      [],
    ),
    chunk("Menu.js", 'export{t as default}from"./phone.js";', []),
    chunk("main.js", 'import"./start.js";', []),
    chunk(
      "boot.js",
      'const f=["assets/Page.js","assets/list.js"];import(`./Page.js`);import("./Menu.js").then(go);import("./main.js");',
      ["/src/boot.ts"],
    ),
    chunk("list.js", "export{t};", ["/src/list.ts"]),
  ]);
  collapse(bundle);
  expect(Object.keys(bundle)).toEqual(["assets/boot.js", "assets/list.js"]);
  expect(codeOf(bundle, "boot.js")).toBe(
    'const f=["assets/app.js","assets/list.js"];' +
      'Promise.all([import("./app.js"),import("./list.js")]).then(m=>({"Component":m[1].t,"load":m[0].f}));' +
      'Promise.all([import("./phone.js")]).then(m=>({"default":m[0].t})).then(go);' +
      'Promise.all([import("./start.js")]).then(m=>({}));',
  );
  expect(codeOf(bundle, "list.js")).toBe("export{t};");
});

test("the build fails rather than name a file that is not there", () => {
  const facade = chunk("Page.js", 'export{t as default}from"./app.js";', []);
  const other = (code: string) => chunk("other.js", code, ["/src/other.ts"]);
  expect(() => collapse(Object.fromEntries([facade, other('import{x}from"./Page.js";')]))).toThrow(
    "Page.js is removed, but still named",
  );
  for (const [code, problem] of [
    ["export const a=1;", "contains a VariableDeclaration"],
    ["run();", "contains a ExpressionStatement"],
    ['import a from"./app.js";export{a};', "contains a ImportDefaultSpecifier"],
    ["export{a};", "exports a, which it does not import"],
  ] as const)
    expect(() => collapse(Object.fromEntries([chunk("Odd.js", code, [])]))).toThrow(problem);
});
