import { readFileSync } from "node:fs";
import { Database } from "lucide-react";
import { createElement, type ElementType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { lean } from "./lean-icons.ts";

const codeOf = (icon: string) =>
  readFileSync(new URL(`../esm/icons/${icon}.mjs`, import.meta.resolve("lucide-react")), "utf8");
const shapesIn = (code: string) => code.match(/\b(?:d|r|[cxy][12xy]?): "[^"]+"/g);

test.each(["circle-exclamation-point", "radio-tower", "database"])("%s keeps its lines only", (icon) => {
  const [before, after] = [codeOf(icon), lean(codeOf(icon))];
  expect(shapesIn(before)?.length).toBeGreaterThan(3);
  expect(shapesIn(after)).toEqual(shapesIn(before));
  const dropped = /\bkey:|\bname:|\baliases:|^__iconData\.node/m;
  expect(before).toMatch(dropped);
  expect(after).not.toMatch(dropped);
});

// Neither has types: one is code of the build, and the other is inside the library.
const load = async (path: string) => (await import(path)) as Record<string, unknown>;
const ours = (await load("./lean-icon.mjs"))["default"] as (icon: unknown) => ElementType;
const icon = (await load("lucide-react/dist/esm/icons/database.mjs"))["__iconData"];

const attributesOf = (drawn: ElementType, props: object) =>
  renderToStaticMarkup(createElement(drawn, props))
    .replace(/lucide lucide-\w+ ?/, "")
    .replace(' class=""', "")
    .split(/(?=[ <>])/)
    .toSorted();

test.each([
  {},
  { className: "size-4", strokeWidth: 3 },
  { "aria-label": "Off" },
  { role: "img" },
  { title: "On" },
])("an icon with %j is drawn as the library draws it, without its class", (props) => {
  expect(attributesOf(ours(icon), props)).toEqual(attributesOf(Database, props));
});
