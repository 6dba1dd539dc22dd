import { expect, test } from "vitest";
import { authorship } from "./deployment-plan.ts";

test("the source that creates a deployment owns it and is its origin", () => {
  expect(authorship("key_1", "acc_1", undefined)).toEqual({
    ownerBy: "acc_1",
    origin: "key_1",
    originBy: "acc_1",
  });
});

test("a take-over changes the owner's account, and keeps the origin with its account", () => {
  const row = { owner: "key_1#agent1", ownerBy: "acc_1" };
  expect(authorship("key_2", "acc_2", row)).toEqual({ ownerBy: "acc_2", origin: "key_1", originBy: "acc_1" });
  const taken = { owner: "key_2#agent1", ownerBy: "acc_2", origin: "key_1", originBy: "acc_1" };
  expect(authorship("key_3", "acc_3", taken)).toEqual({
    ownerBy: "acc_3",
    origin: "key_1",
    originBy: "acc_1",
  });
});

test("a report of a key that has just been revoked keeps the account of its own deployment", () => {
  const row = { owner: "key_1#agent1", ownerBy: "acc_1" };
  expect(authorship("key_1", undefined, row)).toEqual({
    ownerBy: "acc_1",
    origin: "key_1",
    originBy: "acc_1",
  });
});

test("a row without accounts takes its own source's, and a take-over leaves it to nobody", () => {
  const row = { owner: "key_1#agent1" };
  expect(authorship("key_1", "acc_1", row)).toEqual({ ownerBy: "acc_1", origin: "key_1", originBy: "acc_1" });
  expect(authorship("key_2", "acc_2", row)).toEqual({ ownerBy: "acc_2", origin: "key_1", originBy: "-" });
});
