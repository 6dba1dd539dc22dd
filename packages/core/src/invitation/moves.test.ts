import { expect, test } from "vitest";
import type { Moves } from "../contract/people/moves.ts";
import { corrected, movedNotice, nothingMoving, readMoves } from "./moves.ts";
import type { Plan } from "./plan.ts";

const at = Date.UTC(2026, 2, 1);
const invitee = { firstName: "Pat", lastName: "Person", email: "pat@example.com" };
const some = (...first: string[]) => ({ count: first.length, first });

const planned = (moving: Partial<Moves["moving"]>, fields: Partial<Plan> = {}): Plan => ({
  moves: {
    from: "Acme",
    moving: { ...nothingMoving, ...moving },
    staying: [],
  },
  sources: [],
  alone: false,
  adminsOnly: false,
  active: true,
  ...fields,
});

const messageOf = (plan: Plan, who = invitee) =>
  movedNotice({ id: "inv_1", invitee: who }, plan, at)?.message;

test("INV13 those who stay are told what moved along, each kind with its number", () => {
  const plan = planned({ keys: some("One"), redisClouds: some("A", "B"), awsAccounts: some("C") });
  expect(messageOf(plan)).toBe(
    "Pat Person left the organization. 1 agent key, 3 integrations moved with them.",
  );
  expect(messageOf(planned({ deployments: some("Cache", "Queue") }))).toContain(
    ". 2 deployments moved with them.",
  );
});

test("INV13 somebody without a name is told by the email", () => {
  const nameless = { firstName: "", lastName: "", email: "pat@example.com" };
  expect(messageOf(planned({ keys: some("One") }), nameless)).toMatch(/^pat@example\.com left/);
});

test.each<[why: string, plan: Plan]>([
  ["nothing moved", planned({})],
  ["nobody stays", planned({ keys: some("One") }, { alone: true })],
  ["the organization is gone", planned({ keys: some("One") }, { active: false })],
])("INV13 nobody is told when %s", (_, plan) => {
  expect(messageOf(plan)).toBeUndefined();
});

test("INV11 INV13 what stayed against the plan is no longer told to have moved", () => {
  const { moves } = planned({ redisClouds: some("Cloud", "Other"), deployments: some("Cache", "Queue") });
  const staying: Moves["staying"] = [
    { what: "redisClouds", because: "CONNECTED_THERE", ...some("Cloud") },
    { what: "deployments", because: "CONNECTED_THERE", ...some("Cache") },
  ];
  expect(corrected(moves, staying)).toEqual({
    ...moves,
    moving: { ...moves.moving, redisClouds: some("Other"), deployments: some("Queue") },
    staying,
  });
});

test("INV13 what stays as planned changes nothing of what moves", () => {
  const { moves } = planned({ keys: some("One") });
  const asPlanned: Moves = { ...moves, staying: [{ what: "keys", because: "ADMINS_ONLY", ...some("Two") }] };
  expect(corrected(asPlanned, asPlanned.staying)).toEqual(asPlanned);
});

test("R22 a stored plan of a release that lacked a kind has an entry for it", () => {
  const { awsAccounts: _, ...former } = { ...nothingMoving, keys: some("One") };
  const plan = readMoves(JSON.stringify({ from: "Acme", moving: former, staying: [] }));
  expect(plan.moving).toEqual({ ...nothingMoving, keys: some("One") });
});
