import { expect, test } from "vitest";
import { externalUrl } from "./external-url.ts";

test("SEC15 only http and https addresses become links", () => {
  expect(externalUrl("https://cluster.example:8443/ui")?.host).toBe("cluster.example:8443");
  expect(externalUrl("http://cluster.example")?.host).toBe("cluster.example");
  for (const text of [
    null,
    "",
    "cluster.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://x.example",
  ])
    expect(externalUrl(text)).toBeUndefined();
});
