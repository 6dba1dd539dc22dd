import { expect, test } from "vitest";
import { keyNameFault } from "./source/access-key-name.ts";
import { accessKeyName } from "./source/access-key.ts";

const messageFor = (name: unknown) => accessKeyName.safeParse(name).error?.issues[0]?.message;

test("KEY08 KEY09 KEY10 KEY11 an agent key name is refused with the sentence for its fault", () => {
  expect(messageFor(undefined)).toBe("API key name is required");
  expect(messageFor("   ")).toBe("API key name is required");
  expect(messageFor("abcd")).toBe("API key name must be at least 5 characters long");
  expect(messageFor("a".repeat(51))).toBe("API key name must be no more than 50 characters long");
  expect(messageFor("prod-1")).toBe("API key name can only contain letters, numbers, and spaces");
});

test("KEY14 the form and the API say the same to every name", () => {
  const characters = ["a", "Z", "0", " ", "-", "ä", "\t", "😀"];
  const lengths = [0, 1, 4, 5, 6, 49, 50, 51];
  const names = lengths.flatMap((length) => characters.map((one) => `${"a".repeat(length)}${one}`));
  for (const name of [...names, ...names.map((inner) => ` ${inner} b `)])
    expect(keyNameFault(name), JSON.stringify(name)).toBe(messageFor(name));
});
