import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { OnlyHere } from "./OnlyHere.tsx";

const shown = (api: string) => renderToStaticMarkup(<OnlyHere api={api} />);

test("SLF10 the wizard warns when agents would get a loopback address, and says to set PUBLIC_URL", () => {
  const text = shown("http://localhost:8080/api");
  expect(text).toContain("Agents on other machines can’t reach http://localhost:8080/api.");
  expect(text).toContain("PUBLIC_URL");
  expect(shown("https://shardwatch.example.com/api")).toBe("");
});
