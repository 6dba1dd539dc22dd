import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Turns } from "./turns.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const late = () => new Error("late");

/** Works that begin when it is their turn and end by `end`. */
function line(turns: Turns) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (key: string, name: string) =>
    turns.take(
      key,
      async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return name;
      },
      late,
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { begun, start, end };
}

test("few work at once for one key, the others in their order, and each key has turns of its own", async () => {
  const { begun, start, end } = line(new Turns({ atOnce: 2, patience: 1_000 }));
  const all = ["a", "b", "c", "d"].map((name) => start("one", name));
  const other = start("other", "x");
  expect(begun).toEqual(["a", "b", "x"]);
  await end("b");
  expect(begun).toEqual(["a", "b", "x", "c"]);
  for (const name of ["a", "c", "d", "x"]) await end(name);
  expect(await Promise.all([...all, other])).toEqual(["a", "b", "c", "d", "x"]);
});

test("of those that wait for one key there are twenty at most: one more is late at once", async () => {
  const { start, end } = line(new Turns({ atOnce: 1, patience: 1_000 }));
  const names = Array.from({ length: 21 }, (_, index) => String(index));
  const all = names.map((name) => start("one", name));
  await expect(start("one", "more")).rejects.toThrow("late");
  const other = start("other", "x");
  for (const name of [...names, "x"]) await end(name);
  expect(await Promise.all([...all, other])).toEqual([...names, "x"]);
});

test("who waits too long has not begun, and takes nobody's turn; a failure passes the turn on", async () => {
  const turns = new Turns({ atOnce: 1, patience: 1_000 });
  const { begun, start, end } = line(turns);
  const first = start("one", "first");
  const second = start("one", "second");
  const refused = expect(second).rejects.toThrow("late");
  await vi.advanceTimersByTimeAsync(1_000);
  await refused;
  const failing = turns.take("one", () => Promise.reject(new Error("failed")), late);
  const failed = expect(failing).rejects.toThrow("failed");
  const third = start("one", "third");
  await end("first");
  await failed;
  expect(begun).toEqual(["first", "third"]);
  await end("third");
  expect(await Promise.all([first, third])).toEqual(["first", "third"]);
  // Nobody is left, so the next one begins at once.
  const next = start("one", "next");
  expect(begun).toEqual(["first", "third", "next"]);
  await end("next");
  await next;
});
