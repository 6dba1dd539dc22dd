import { expect, test } from "vitest";
import { AnnouncedNames } from "./resolve.ts";

const hostile = {};
const usual = {};
const never = 3_600_000;

/** Names that no name server answers before they are released, and one that is answered at once. */
function silentNames() {
  const asked: string[] = [];
  const hanging: (() => void)[] = [];
  const names = new AnnouncedNames(async (host) => {
    asked.push(host);
    if (host === "good") return [{ address: "10.0.0.1" }];
    await new Promise<void>((resolve) => hanging.push(resolve));
    return [{ address: "10.0.0.2" }];
  });
  return { names, asked, hanging };
}

test("MND05 a thousand announced names without an answer are one look-up, and other deployments have their own", async () => {
  const { names, asked } = silentNames();
  const all = Array.from({ length: 1_000 }, (_, number) => names.addressesOf(hostile, `n${number}`, 1));
  const outcomes = await Promise.allSettled(all);
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(["rejected"]));
  await expect(names.addressesOf(hostile, "late", 1)).rejects.toMatchObject({ code: "ETIMEDOUT" });
  expect(asked).toEqual(["n0"]);
  expect(await names.addressesOf(usual, "good", never)).toEqual(["10.0.0.1"]);
});

test("MND05 the look-ups of all deployments together leave half of Node's four to others", async () => {
  const { names, asked, hanging } = silentNames();
  const third = names.addressesOf({}, "first", never).catch(() => undefined);
  const fourth = names.addressesOf({}, "second", never).catch(() => undefined);
  const waiting = names.addressesOf(usual, "good", never);
  expect(asked).toEqual(["first", "second"]);
  hanging[0]?.();
  expect(await waiting).toEqual(["10.0.0.1"]);
  hanging[1]?.();
  await Promise.all([third, fourth]);
});

test("MND05 an address needs no look-up, and what has none is withheld with DNS's word", async () => {
  const names = new AnnouncedNames(() =>
    Promise.reject(Object.assign(new Error("none"), { code: "ENOTFOUND" })),
  );
  expect(await names.addressesOf(usual, "fd00::1", 1)).toEqual(["fd00::1"]);
  const refused = names.addressesOf(usual, "none", never);
  await expect(refused).rejects.toMatchObject({ name: "WithheldError", code: "ENOTFOUND", lines: [] });
});
