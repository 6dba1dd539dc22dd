import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Button, buttonClass } from "./Button.tsx";

test.each([
  ["primary", "bg-accent-fill"],
  ["danger", "bg-danger"],
  ["quiet", "text-muted"],
] as const)("a %s button and a link that looks like one are drawn as such", (emphasis, drawn) => {
  const usual = buttonClass().split(" ");
  expect(usual).not.toContain(drawn);
  expect(buttonClass({ emphasis }).split(" ")).toContain(drawn);
  const [, classes = ""] =
    /class="([^"]*)"/.exec(renderToStaticMarkup(<Button emphasis={emphasis}>x</Button>)) ?? [];
  expect(classes.split(" ")).toContain(drawn);
});

test("a large button is larger than a small one", () => {
  expect(renderToStaticMarkup(<Button size="large">x</Button>)).toContain("h-10");
  expect(renderToStaticMarkup(<Button>x</Button>)).toContain("h-8");
});
