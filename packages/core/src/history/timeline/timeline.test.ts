import { expect, test } from "vitest";
import { longTagOf, shortTagOf } from "../tags.ts";
import type { CodedDeployment } from "../coded-deployment.ts";
import { addSlot, emptyTimeline, place, type Timeline } from "./timeline.ts";

const size = 5_000;
const rounds = 4;

const idOf = (round: number, index: number) => `${round}/${index}`;
const tagOf = (id: string) => shortTagOf(longTagOf(id));

/** A deployment of 5,000 databases, which are others in each round. */
const inRound = (round: number): CodedDeployment => ({
  shortId: 1n,
  statusCode: 1,
  tags: Array.from({ length: size }, (_, index) => Buffer.from(tagOf(idOf(round, index)), "hex")),
  databases: size,
  columns: new Map([["used", Array<number>(size).fill(7)]]),
});

const valueOf = (timeline: Timeline, round: number, step: number) =>
  timeline.databases.get(tagOf(idOf(round, size - 1)))?.get("used")?.[step];

test("HIS03 slots that name other databases each time do not fill the memory", () => {
  const timeline = emptyTimeline(300, 0, rounds);
  for (let round = 0; round < rounds; round += 1) addSlot(timeline, round, inRound(round));
  expect(timeline.databases.size).toBe(2 * size);
  expect(valueOf(timeline, 0, 0)).toBe(7);
  expect([...timeline.covered]).toEqual([1, 1, 1, 1]);
});

test("HIS03 nor do days that have other databases each", () => {
  const past = emptyTimeline(300, 0, rounds);
  for (let round = 0; round < rounds; round += 1) {
    const day = emptyTimeline(300, round, 1);
    addSlot(day, round, inRound(round));
    place(past, day);
  }
  expect(past.databases.size).toBe(2 * size);
  expect(valueOf(past, 0, 0)).toBe(7);
  expect([...past.covered]).toEqual([1, 1, 1, 1]);
});

test("HIS03 nor do several deployments together, and what is known already goes on", () => {
  const spare = { left: size + 1 };
  const [one, other] = [1, 2].map(() => ({ ...emptyTimeline(300, 0, rounds), spare }));
  if (!one || !other) throw new Error("there are two");
  addSlot(one, 0, inRound(0));
  addSlot(other, 0, inRound(1));
  addSlot(one, 1, inRound(0));
  expect([one.databases.size, other.databases.size, spare.left]).toEqual([size, 1, 0]);
  expect([valueOf(one, 0, 0), valueOf(one, 0, 1)]).toEqual([7, 7]);
  expect([...other.covered]).toEqual([1, 0, 0, 0]);
});
