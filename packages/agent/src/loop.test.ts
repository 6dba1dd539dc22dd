import { expect, test } from "vitest";
import { cleanUpAfterEach } from "../test/cleanups.ts";
import { ApiServer, accepted } from "../test/api-server.ts";
import type { ApiAnswer } from "../test/api-server.ts";
import { startLoop } from "../test/running-loop.ts";
import type { LoopOptions, RunningLoop } from "../test/running-loop.ts";
import { freePort } from "@shardwatch/server/machine/ports";

const start = Date.parse("2030-01-01T00:00:00Z");
const cleanups = cleanUpAfterEach();

async function startApi(port = 0): Promise<ApiServer> {
  const api = await ApiServer.start(undefined, port);
  cleanups.push(() => api.stop());
  return api;
}

/** The loop with the test's own clock. It ends after the test. */
function runAgainst(address: string, more?: LoopOptions): RunningLoop {
  const running = startLoop(address, start, more);
  cleanups.push(running.stop);
  return running;
}

test("AGT07 the agent waits as long as the answer tells, up to its own moment when that changes", async () => {
  const api = await startApi();
  const seconds = [7, 7, 7, 60, 60, 300, 300];
  api.answer = (number) => accepted(seconds[number] ?? 1, new Date(clock.time).toISOString());
  const { clock } = runAgainst(api.address);
  for (const [index, wanted] of seconds.entries()) {
    const wait = await clock.asleep();
    if (wanted === seconds[index - 1]) expect(wait).toBe(wanted * 1_000);
    expect(wait).toBeGreaterThanOrEqual(wanted * 1_000);
    expect(wait).toBeLessThan(wanted * 2_000);
    await clock.pass();
  }
});

test("AGT29 R10 outages of every kind are waited out, and the newest state is sent afterwards", async () => {
  const port = await freePort();
  const { clock, source } = runAgainst(`http://127.0.0.1:${port}`, { random: () => 0.5 });
  await clock.pass(); // nobody listens
  const api = await startApi(port);
  const answers: ApiAnswer[] = [
    { status: 500, body: "<html>" },
    { status: 0, cut: true },
    { status: 408 },
    { status: 503 },
    { status: 502 },
    { status: 504 },
    { status: 202, body: "x".repeat(100_000) },
  ];
  api.answer = (number) => answers[number] ?? accepted(60);
  for (let count = 0; count < answers.length; count += 1) await clock.pass();
  const { report } = await api.received(answers.length + 1);
  await clock.asleep();
  expect(clock.waits.slice(0, -1)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 28_500, 60_000]);
  // The source is read once for each try, including the one before the API was up. Old data is not sent
  // again.
  expect(source.reads).toBe(answers.length + 2);
  expect(report.deployments[0]?.databases?.[0]?.memoryUsed).toBe(String(source.reads));
  expect(api.reports).toHaveLength(answers.length + 1);
  expect(api.faults).toEqual([]);
});

test("AGT29 Retry-After of a 429 is obeyed", async () => {
  const api = await startApi();
  api.answer = () => ({ status: 429, headers: { "retry-after": "45" } });
  const { clock } = runAgainst(api.address);
  expect(await clock.asleep()).toBe(45_000);
});

test("AGT30 R10 a rejected key is said once, and the API is left alone for a long time", async () => {
  const api = await startApi();
  api.answer = (number) => (number < 3 ? { status: 401 } : accepted(60, new Date(clock.time).toISOString()));
  const { clock, lines } = runAgainst(api.address);
  for (let count = 0; count < 3; count += 1) {
    expect(await clock.asleep()).toBe(600_000);
    await clock.pass();
  }
  expect(await clock.asleep()).toBe(60_000);
  expect(lines.filter((line) => line.includes("revoked or wrong"))).toHaveLength(1);
});

test.each([400, 403, 404, 413, 301])(
  "R10 a %i is logged and not repeated before the usual interval",
  async (status) => {
    const api = await startApi();
    const details = ["agent.id: is wrong"];
    api.answer = () => ({ status, headers: { location: api.address }, body: { message: "No", details } });
    const { clock, lines } = runAgainst(api.address);
    expect(await clock.asleep()).toBe(60_000);
    expect(lines.join("")).toContain(`"status":${status}`);
    if (status === 400) expect(lines.join("")).toContain("agent.id: is wrong");
    expect(api.reports).toHaveLength(1);
  },
);

test.each([
  ["ahead", -3_600_000, "2029-12-31T23:01:00.000Z"],
  ["behind", 3_600_000, "2030-01-01T01:01:00.000Z"],
])(
  "a clock that is an hour %s is corrected by the API's and told, also after a refusal",
  async (_, off, corrected) => {
    const api = await startApi();
    const server = start + off;
    api.answer = (number) =>
      number === 0
        ? { status: 400, headers: { date: new Date(server).toUTCString() }, body: { code: "CLOCK_AHEAD" } }
        : accepted(60, new Date(server + 60_000).toISOString());
    const { clock } = runAgainst(api.address);
    expect((await api.received(1)).report.measuredAt).toBe("2030-01-01T00:00:00.000Z");
    await clock.pass();
    const { report } = await api.received(2);
    expect(report.measuredAt).toBe(corrected);
    expect(report.agent.clockSkewMs).toBe(-off);
  },
);

test("R12 times that cannot be the API's are not taken over, and no answer ends the agent", async () => {
  const api = await startApi();
  const anHourAhead = new Date(start + 3_600_000);
  const date = anHourAhead.toUTCString();
  const serverTime = anHourAhead.toISOString();
  const answers: ApiAnswer[] = [
    accepted(60, "+275760-09-13T00:00:00.000Z"),
    accepted(60, "-271821-04-20T00:00:00.000Z"),
    accepted(60, "soon"),
    { status: 202, headers: { date }, body: "null" },
    { status: 400, headers: { date: "Sat, 13 Sep 275760 00:00:00 GMT" }, body: { code: "CLOCK_AHEAD" } },
    { status: 400, headers: { date }, body: { code: "INVALID", serverTime } },
    { status: 404, headers: { date }, body: { code: "CLOCK_AHEAD", serverTime } },
  ];
  api.answer = (number) => answers[number] ?? accepted(60, anHourAhead.toISOString());
  const { clock, lines } = runAgainst(api.address);
  for (let count = 0; count <= answers.length; count += 1) await clock.pass();
  const minutes = Array.from({ length: answers.length + 1 }, (_, index) => start + index * 60_000);
  await api.received(answers.length + 2);
  expect(api.reports.slice(0, -1).map(({ report }) => Date.parse(report.measuredAt))).toEqual(minutes);
  expect(api.faults).toEqual([]);
  expect(lines.filter((line) => line.includes("clock differs"))).toHaveLength(1);
});

test("one connection serves all reports", async () => {
  const api = await startApi();
  const { clock } = runAgainst(api.address);
  for (let count = 0; count < 5; count += 1) await clock.pass();
  await api.received(6);
  expect(api.connections).toBe(1);
});

test("R9 a day offline leaves no queue: one report follows", async () => {
  const port = await freePort();
  const { clock, source } = runAgainst(`http://127.0.0.1:${port}`, { random: () => 0.999 });
  for (let tries = 0; tries < 5_000 && clock.time < start + 86_400_000; tries += 1) await clock.pass();
  expect(clock.time).toBeGreaterThanOrEqual(start + 86_400_000);
  expect(await clock.asleep()).toBeLessThanOrEqual(60_000);
  const api = await startApi(port);
  await clock.pass();
  const { report } = await api.received(1);
  await clock.asleep();
  expect(api.reports).toHaveLength(1);
  expect(source.reads).toBeGreaterThan(1_000);
  expect(report.deployments[0]?.databases?.[0]?.memoryUsed).toBe(String(source.reads));
});

test("R12 an API that never answers is given up after the deadline and tried again", async () => {
  const api = await startApi();
  api.answer = () => ({ status: 200, headers: { "content-length": "1000" }, body: "begun" });
  const { clock, lines } = runAgainst(api.address, { answerMilliseconds: 300 });
  await clock.asleep();
  expect(lines.join("")).toContain("no answer in time");
});
