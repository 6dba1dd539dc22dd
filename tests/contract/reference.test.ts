import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const ask = async (path: string, encoding: string) =>
  await world.app.request(path, { headers: { "accept-encoding": encoding } });

test.each(["/openapi.json", "/reference"])("MND11 %s is one prepared text", async (path) => {
  const first = await (await ask(path, "identity")).text();
  const made = vi.spyOn(JSON, "stringify");
  const answers = await Promise.all([ask(path, "gzip"), ask(path, "gzip"), ask(path, "identity")]);
  // Log lines are made of small objects. The document is the only large text.
  const large = made.mock.results.filter(({ value }) => String(value).length > 10_000);
  made.mockRestore();
  expect(large).toEqual([]);
  const [one, other, plain] = await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  if (!one || !other || !plain) throw new Error("there is no answer");
  expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
  expect(gunzipSync(Buffer.from(one)).toString()).toBe(first);
  expect(Buffer.from(plain).toString()).toBe(first);
  expect(answers.map(({ headers }) => headers.get("vary"))).toEqual(
    answers.map(() => expect.stringContaining("accept-encoding")),
  );
});
