import { expect, test } from "vitest";
import { deploymentDeleted, organizationDeleted } from "./messages.ts";

const at = Date.UTC(2026, 2, 1);
const reason = "Pat Person deleted it.";

test("NTF18 the message names the deployment, cut and clean, and says why it is gone", () => {
  const message = deploymentDeleted({ id: "dep_1", name: `Ca\u202eche ${"x".repeat(100)}` }, at, reason);
  const name = `Cache ${"x".repeat(74)}...`;
  expect(message).toMatchObject({
    message: `${name} was deleted.`,
    names: [name],
    reasonMessage: reason,
    at,
  });
});

test("NTF19 each deletion is an event of its own, told twice it is the same", () => {
  const event = (id: string, time: number) => deploymentDeleted({ id, name: "Cache" }, time, reason).event;
  expect(event("dep_1", at)).toBe(event("dep_1", at));
  expect(new Set([event("dep_1", at), event("dep_1", at + 1), event("dep_2", at)]).size).toBe(3);
});

test("NTF18 NTF19 an organization is deleted once, whenever its deletion is told", () => {
  const event = (time: number) => organizationDeleted({ id: "org_1", name: "Acme" }, time).event;
  expect(event(at)).toBe(event(at + 1));
  expect(organizationDeleted({ id: "org_1", name: "Acme" }, at)).toMatchObject({
    reasonMessage: "The organization Acme was deleted.",
    names: ["Acme"],
  });
});
