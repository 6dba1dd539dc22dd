import { createTable } from "@shardwatch/core/table/table";
import type { Table } from "@shardwatch/core/table/table";
import { createApp } from "@shardwatch/functions/api/app";
import { expect, test } from "vitest";
import { accountOf, superAdmin } from "../support/administer.ts";
import { interrupted } from "../support/interrupted.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, join, type Person, signUp, webOrigin } from "../support/world.ts";

const world = await worldOfFile();
const root = await superAdmin(world);
const path = (person: Person) => `/me/organization/members/${person.accountId}`;
const demote = (as: Person, who: Person) => call(world, "PATCH", path(who), { as, body: { role: "VIEWER" } });

async function twoAdmins(): Promise<[Person, Person]> {
  const admin = await signUp(world);
  world.clock.advance(1_000);
  const second = await signUp(world, {}, ["ORG_ADMIN"]);
  await join(world, second, admin);
  return [admin, second];
}

/** A request of a person whose answer reads and writes this table. */
async function ask(person: Person, table: Table, method: string, url: string, body: object): Promise<number> {
  const cookie = `shardwatch_session=${person.session.reveal()}`;
  const headers = { origin: webOrigin, cookie, "content-type": "application/json" };
  const app = createApp({ ...world.services, table });
  return (await app.request(url, { method, headers, body: JSON.stringify(body) })).status;
}

test("R5 ROL11 an admin who is demoted between two reads of one request does not give the role back to themselves", async () => {
  const [admin, second] = await twoAdmins();
  let reads = 0;
  const secondRead = Promise.withResolvers<void>();
  const sending = async (command: { constructor: { name: string }; input: { Key?: unknown } }) => {
    const answer = () => world.recorder.client.send(command as never);
    if (command.constructor.name !== "GetItemCommand") return await answer();
    if (!JSON.stringify(command.input.Key).includes(second.accountId)) return await answer();
    reads += 1;
    if (reads > 1) {
      const found = await answer();
      secondRead.resolve();
      return found;
    }
    // The demotion falls between a second read, if there is one, and this one.
    await Promise.race([secondRead.promise, new Promise((resolve) => setTimeout(resolve, 300))]);
    await demote(admin, second);
    return await answer();
  };
  const table = createTable({ client: { send: sending as never }, name: world.database.tableName });
  expect(await ask(second, table, "PATCH", path(second), { role: "ORG_ADMIN" })).toBe(403);
  expect((await accountOf(world, root, second)).roles).toEqual(["VIEWER"]);
});

test("R5 INV12 an admin who is demoted during the request invites nobody as an admin", async () => {
  const [admin, second] = await twoAdmins();
  const guest = await signUp(world);
  const table = interrupted(world, /^Transact/, () => demote(admin, second));
  const body = { inviteeEmail: guest.identity.email, role: "ORG_ADMIN" };
  expect(await ask(second, table, "POST", "/invitations", body)).toBeGreaterThanOrEqual(400);
  const received = await (await call(world, "GET", "/me/invitations", { as: guest })).json();
  expect(JSON.stringify(received)).not.toContain("ORG_ADMIN");
});
