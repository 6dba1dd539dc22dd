import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refusedAddresses } from "../../../../../tests/support/refused-addresses.ts";
import { checkWebhookAddress, longestAddress, shownAddress } from "./webhook-address.ts";

const simulator = "http://localhost:4006";
const rules = { ownDomains: ["shardwatch.example"], letThrough: [simulator, "https://127.0.0.1:4007"] };
const check = (text: string) => checkWebhookAddress(text, rules);

describe("CHN04 an address that no webhook may have is refused at save, with what would be right", () => {
  test("CHN04 there are more than sixty spellings, each once", () => {
    const spellings = refusedAddresses.map(([spelling]) => spelling);
    expect(spellings.length).toBeGreaterThan(60);
    expect(new Set(spellings).size).toBe(spellings.length);
  });

  test.each(refusedAddresses)("CHN04 %j", (spelling, fault) => {
    const found = check(spelling);
    expect(found.fault?.startsWith(`url: ${fault}`), JSON.stringify(found)).toBe(true);
  });

  test("CHN04 no address, and one that is too long, have faults of their own", () => {
    expect(check("").fault).toBe("url: is required");
    expect(check("  ").fault).toBe("url: is required");
    const rest = longestAddress - "https://hooks.example.com/".length;
    expect(check(`https://hooks.example.com/${"x".repeat(rest)}`).fault).toBeUndefined();
    expect(check(`https://hooks.example.com/${"x".repeat(rest + 1)}`).fault).toBe(
      "url: must have at most 2000 characters",
    );
    expect(shownAddress(`https://hooks.example.com/${"x".repeat(rest)}`)).toBe("hooks.example.com/…xxxx");
    expect(shownAddress(`https://hooks.example.com/${"x".repeat(rest + 1)}`)).toBeUndefined();
  });
});

test.each([
  ["https://hooks.example.com", "https://hooks.example.com/"],
  ["https://hooks.example.com/a?b=c", "https://hooks.example.com/a?b=c"],
  ["HTTPS://Hooks.Example.COM:443/A", "https://hooks.example.com/A"],
  ["https://hooks.example.com:8443/", "https://hooks.example.com:8443/"],
  ["https://hooks.example.com./a", "https://hooks.example.com/a"],
  ["https://hooks.example.com/a#part", "https://hooks.example.com/a"],
  ["https://hooks.example.com/@team", "https://hooks.example.com/@team"],
  ["https://bücher.example/", "https://xn--bcher-kva.example/"],
  ["https://localhost.example.com/", "https://localhost.example.com/"],
  ["https://notshardwatch.example/", "https://notshardwatch.example/"],
  ["https://shardwatch.example.com/", "https://shardwatch.example.com/"],
  ["https://127.0.0.1.nip.example/", "https://127.0.0.1.nip.example/"],
])("CHN04 %s is allowed, as %s", (text, url) => {
  const found = check(text);
  expect(found.url?.href).toBe(url);
  expect(found).toMatchObject({ isLetThrough: false });
});

test("CHN04 exactly the listed origins are let through, not all of loopback", () => {
  expect(check(`${simulator}/receiver/1`)).toMatchObject({ isLetThrough: true });
  expect(check("https://127.0.0.1:4007/")).toMatchObject({ isLetThrough: true });
  expect(check("https://0x7f.1:4007/")).toMatchObject({ isLetThrough: true });
  expect(check("https://127.0.0.1:8443/").fault).toContain("not an IP address");
  expect(check("http://user@localhost:4006/").fault).toContain("must not contain a name or a password");
});

test("CHN04 where a path is listed, only what is below it is let through", () => {
  const narrow = { ownDomains: [], letThrough: ["http://localhost:4006/receivers/"] };
  const isLetThrough = (path: string) =>
    checkWebhookAddress(`http://localhost:4006${path}`, narrow).fault === undefined;
  for (const path of ["/receivers", "/receivers/one", "/receivers/one?a=/../b", "/other/../receivers/one"])
    expect(isLetThrough(path), path).toBe(true);
  for (const path of [
    "",
    "/control",
    "/receivers-of-others",
    "/Receivers/one",
    "/receivers/../control",
    "/receivers/%2e%2e/control",
    "/receivers/..%2fcontrol",
    "/receivers/%2E%2E%5Ccontrol",
    "//receivers/one",
  ])
    expect(isLetThrough(path), path).toBe(false);
});

test("CHN04 no IPv4 address is allowed, whatever its number and its radix", () => {
  const spellings = [
    (value: number) => String(value),
    (value: number) => `0x${value.toString(16)}`,
    (value: number) => `0${value.toString(8)}`,
  ];
  fc.assert(
    fc.property(fc.nat({ max: 0xffffffff }), fc.constantFrom(...spellings), (value, spell) => {
      const bytes = [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
      for (const host of [
        spell(value),
        bytes.map(spell).join("."),
        `${spell(value >>> 24)}.${value & 0xffffff}`,
      ])
        expect(check(`https://${host}/`).fault, host).toContain("not an IP address");
    }),
  );
});

test.each([
  ["https://hooks.example.com./in/0123456789abcd#part", "hooks.example.com/…abcd"],
  [`${simulator}/receivers`, "localhost:4006"],
  ["root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1::/:/bin/sh", undefined],
  ["root:x:0:0:root:/root:/bin/bash", undefined],
  ["db:hunter2", undefined],
  ["https://hooks.example.com/a b", undefined],
  ["https://hooks.example.com/a\nhunter2", undefined],
  ["https://mia:hunter2@hooks.example.com/", undefined],
  ["https://@hooks.example.com/", undefined],
  ["file:///etc/passwd", undefined],
])("CHN04 RUL09 before its rules are known, %j is shown as %j", (text, shown) => {
  expect(shownAddress(text)).toBe(shown);
});
