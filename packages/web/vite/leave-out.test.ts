import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { leaveOut } from "./leave-out.ts";

const library = `
  var drawn = false;
  function draw() { if (drawn) return continued(); watch(); drawn = false; return "drawn"; }
  function continued() { drawn = true; return "continued"; }
  async function send() { return "sent"; }
  function watch() { throw Error("watched"); }
  class Cache { build() { return "built"; } size() { return 1; } }
  var exported = {};
  exported.hydrate = function () { drawn = true; };
  exported.size = function () { return 1; };
`;
const needless = {
  unused: ["continued", "send", "build", /^exported\.hyd/],
  idle: ["watch"],
  constant: ["drawn"],
};
const left = leaveOut(library, needless);
const run = (call: string): unknown => runInNewContext(`${left}; ${call};`);

test("what nothing calls throws, and what has nothing to do returns undefined", async () => {
  for (const call of ["continued()", "new Cache().build()", "exported.hydrate()"])
    expect(() => run(call), call).toThrow("left out of the build");
  await expect(run("send()")).rejects.toThrow("left out of the build");
  expect(run("watch()")).toBeUndefined();
});

test("everything else stays", () => {
  expect(run("draw()")).toBe("drawn");
  expect(run("new Cache().size() + exported.size()")).toBe(2);
});

test("a variable is not assigned again", () => {
  expect(library.match(/drawn = /g)).toHaveLength(4);
  expect(left.match(/drawn = /g)).toEqual(["drawn = "]);
});

test.each([{ unused: ["renamed"] }, { idle: [/^renamed/] }, { constant: ["renamed"] }])(
  "the build fails rather than keep code whose name has changed, as with %j",
  (names) => {
    expect(() => leaveOut(library, names)).toThrow("Nothing is called");
  },
);
