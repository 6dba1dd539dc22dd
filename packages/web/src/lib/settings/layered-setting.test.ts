import { expect, test } from "vitest";
import { layeredSetting } from "./layered-setting.ts";

test("FIL10 a value that covers a setting is changed in its place, and what is stored stays", () => {
  let stored = "own";
  const setting = layeredSetting<string>({
    get: () => stored,
    set: (value) => (stored = value),
    use: () => stored,
  });
  setting.cover("of the view");
  setting.set("of the view, changed");
  expect([setting.get(), stored]).toEqual(["of the view, changed", "own"]);
  setting.cover(undefined);
  setting.set("own, changed");
  expect([setting.get(), stored]).toEqual(["own, changed", "own, changed"]);
});
