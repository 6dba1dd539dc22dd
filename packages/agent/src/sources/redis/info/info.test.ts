import * as fc from "fast-check";
import { expect, test } from "vitest";
import { infoDigits, infoField, parseInfo } from "./info.ts";

const name = fc.stringMatching(/^[a-z_]{1,20}$/);
const value = fc.stringMatching(/^[ -~]{1,40}$/);
const section = fc.stringMatching(/^[A-Z][a-z]{0,10}$/);

test("what a server writes is read back, whatever the values hold", () => {
  const sections = fc.uniqueArray(
    fc.tuple(section, fc.uniqueArray(fc.tuple(name, value), { selector: ([field]) => field, minLength: 1 })),
    { selector: ([heading]) => heading },
  );
  fc.assert(
    fc.property(sections, (content) => {
      const text = content
        .map(
          ([heading, fields]) => `# ${heading}\r\n${fields.map(([key, of]) => `${key}:${of}\r\n`).join("")}`,
        )
        .join("\r\n");
      const info = parseInfo(text);
      for (const [heading, fields] of content)
        for (const [key, of] of fields) expect(infoField(info, heading.toLowerCase(), key)).toBe(of);
    }),
  );
});

test("any text at all is read without an exception", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(parseInfo(text)).toBeInstanceOf(Map);
    }),
  );
});

test("a value keeps its colons, equal signs, commas and number signs", () => {
  const info = parseInfo(
    "# Server\r\nconfig_file:/etc/# a:b/redis,1=2.conf\r\n# Memory\r\nused_memory:1\r\n",
  );
  expect(infoField(info, "server", "config_file")).toBe("/etc/# a:b/redis,1=2.conf");
  expect(infoField(info, "memory", "used_memory")).toBe("1");
});

test("the same field in two sections stays two fields", () => {
  const info = parseInfo("# Memory\nused_memory:10\n# Hotkeys\nused_memory:99\n");
  expect(infoDigits(info, "memory", "used_memory")).toBe("10");
});

test("headings may be indented or left out", () => {
  expect(infoField(parseInfo(" # Memory\r\nused_memory:5\r\n"), "memory", "used_memory")).toBe("5");
  expect(infoField(parseInfo("used_memory:5\r\n"), "memory", "used_memory")).toBe("5");
});

test("a verbatim string's mark is not part of the first heading", () => {
  expect(infoField(parseInfo("txt:# Server\r\nredis_version:7.0.1\r\n"), "server", "redis_version")).toBe(
    "7.0.1",
  );
});

test("figures beyond 2^53 keep every digit; what is no whole number is not a figure", () => {
  const info = parseInfo("# Memory\nused_memory:18446744073709551615\nratio:-nan\nempty:\nhalf:1.5\n");
  expect(infoDigits(info, "memory", "used_memory")).toBe("18446744073709551615");
  for (const field of ["ratio", "empty", "half", "absent"])
    expect(infoDigits(info, "memory", field)).toBeUndefined();
});
