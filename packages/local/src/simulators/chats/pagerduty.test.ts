import { expect, test } from "vitest";
import { bodyOf, openChats } from "./test-chats.ts";

const key = "0123456789abcdef0123456789abcdef";
const payload = { summary: "Cache is full", source: "orders", severity: "critical" };

function openPagerDuty() {
  const chats = openChats();
  const send = async (event: object, service = "pagerduty") =>
    await chats.post(`/${service}/v2/enqueue`, { routing_key: key, dedup_key: "inc_1", ...event });
  const trigger = (event: object = {}) => send({ event_action: "trigger", payload, ...event });
  const act = (action: string, event: object = {}) => send({ event_action: action, ...event });
  const kept = async () => {
    const [first] = (await chats.state()).pagerduty;
    return { alerts: first?.alerts ?? [], dropped: first?.dropped ?? [] };
  };
  const states = async () => (await kept()).alerts.map(({ state }) => state);
  return { ...chats, send, trigger, act, kept, states };
}

test("CHN08 PagerDuty opens an alert for a trigger, and answers with its dedup_key", async () => {
  const { trigger, kept } = openPagerDuty();
  const details = { links: [{ href: "https://shardwatch.example" }], client: "Shardwatch" };
  const answer = await trigger({ ...details, payload: { ...payload, custom_details: { members: 3 } } });
  expect(answer.status).toBe(202);
  expect(await answer.json()).toEqual({ status: "success", message: "Event processed", dedup_key: "inc_1" });
  const { alerts } = await kept();
  expect(alerts).toMatchObject([{ ...payload, ...details, state: "triggered", dedup_key: "inc_1" }]);
  expect(alerts[0]?.log).toMatchObject([{ action: "trigger", summary: "Cache is full" }]);
});

test("CHN08 a further trigger is a line in the log, and an acknowledged alert stays acknowledged", async () => {
  const { trigger, act, kept, states } = openPagerDuty();
  await trigger();
  await trigger({ payload: { ...payload, summary: "Two caches are full", severity: "warning" } });
  expect(await states()).toEqual(["triggered"]);
  await act("acknowledge");
  await trigger();
  const { alerts } = await kept();
  expect(alerts).toMatchObject([{ state: "acknowledged", summary: "Cache is full", severity: "critical" }]);
  expect(alerts[0]?.log.map(({ action, summary }) => [action, summary])).toEqual([
    ["trigger", "Cache is full"],
    ["trigger", "Two caches are full"],
    ["acknowledge", undefined],
    ["trigger", "Cache is full"],
  ]);
});

test("CHN08 a trigger after a resolve opens a new alert, and leaves the old one as it was", async () => {
  const { trigger, act, states, kept } = openPagerDuty();
  await trigger();
  await act("resolve");
  await trigger();
  expect(await states()).toEqual(["resolved", "triggered"]);
  await act("acknowledge");
  expect(await states()).toEqual(["resolved", "acknowledged"]);
  expect((await kept()).dropped).toEqual([]);
});

test("CHN08 what comes for a closed, an unknown or another key's alert is accepted and dropped", async () => {
  const { trigger, act, states, kept } = openPagerDuty();
  await trigger();
  expect((await act("acknowledge", { dedup_key: "inc_2" })).status).toBe(202);
  expect((await act("resolve", { routing_key: key.toUpperCase() })).status).toBe(202);
  expect(await states()).toEqual(["triggered"]);
  await act("resolve");
  await act("acknowledge");
  expect((await act("resolve")).status).toBe(202);
  expect(await states()).toEqual(["resolved"]);
  const { alerts, dropped } = await kept();
  expect(alerts[0]?.log.map(({ action }) => action)).toEqual(["trigger", "resolve"]);
  expect(dropped).toMatchObject([
    { action: "acknowledge", dedup_key: "inc_2" },
    { action: "acknowledge", dedup_key: "inc_1" },
    { action: "resolve", dedup_key: "inc_1" },
  ]);
});

test("CHN08 the two regions of PagerDuty know nothing of each other", async () => {
  const { trigger, send, states, state } = openPagerDuty();
  await trigger();
  await send({ event_action: "resolve" }, "pagerduty-eu");
  expect(await states()).toEqual(["triggered"]);
  expect((await state())["pagerduty-eu"]).toMatchObject([{ alerts: [], dropped: [{ dedup_key: "inc_1" }] }]);
});

test("CHN08 a trigger without a dedup_key gets one", async () => {
  const { trigger, kept } = openPagerDuty();
  const { dedup_key: made } = await bodyOf(await trigger({ dedup_key: undefined }));
  expect(made).toMatch(/^[0-9a-f]{32}$/);
  expect((await kept()).alerts).toMatchObject([{ dedup_key: made }]);
});

const wrongKey = "Length of 'routing_key' is incorrect (should be 32 characters)";

test.each([
  [wrongKey, { routing_key: "short" }],
  ["'routing_key' is missing or blank", { routing_key: undefined }],
  ["'event_action' must be one of: trigger, acknowledge, resolve", { event_action: "open" }],
  ["'dedup_key' is missing or blank", { event_action: "resolve", dedup_key: undefined }],
  ["'dedup_key' is longer than 255 characters", { dedup_key: "x".repeat(256) }],
  ["'payload' is missing or blank", { payload: undefined }],
  ["'payload.summary' is missing or blank", { payload: { ...payload, summary: "" } }],
  [
    "'payload.summary' is longer than 1024 characters",
    { payload: { ...payload, summary: "x".repeat(1_025) } },
  ],
  ["'payload.source' is missing or blank", { payload: { ...payload, source: undefined } }],
  [
    "'payload.severity' must be one of: critical, error, warning, info",
    { payload: { ...payload, severity: "high" } },
  ],
  [
    "the event is longer than 524288 bytes",
    { payload: { ...payload, custom_details: { text: "é".repeat(262_144) } } },
  ],
])("CHN08 PagerDuty refuses an event: %s", async (error, event) => {
  const { trigger, kept } = openPagerDuty();
  const answer = await trigger(event);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({
    status: "invalid event",
    message: "Event object is invalid",
    errors: [error],
  });
  expect(await kept()).toEqual({ alerts: [], dropped: [] });
});

test("CHN08 PagerDuty takes what just fits, and says all that is wrong at once", async () => {
  const { trigger } = openPagerDuty();
  const longest = { ...payload, summary: "x".repeat(1_024), severity: "info" };
  expect((await trigger({ dedup_key: "x".repeat(255), payload: longest })).status).toBe(202);
  const { errors } = await bodyOf(await trigger({ payload: {}, routing_key: "short" }));
  expect(errors).toHaveLength(4);
  expect((await trigger({ payload: { ...payload, custom_details: "text" } })).status).toBe(400);
});

test("CHN08 with its limits on, PagerDuty takes 120 events a minute of one key", async () => {
  const { trigger, control, pass } = openPagerDuty();
  await control("pagerduty", key, { fault: "limits" });
  for (let turn = 0; turn < 120; turn += 1) expect((await trigger()).status).toBe(202);
  expect((await trigger()).status).toBe(429);
  expect((await trigger({ routing_key: key.toUpperCase() })).status).toBe(202);
  pass(60_000);
  expect((await trigger()).status).toBe(202);
});

test("CHN08 PagerDuty refuses every event of a key when it is to", async () => {
  const { trigger, control, states } = openPagerDuty();
  await control("pagerduty", key, { fault: "400" });
  expect((await trigger()).status).toBe(400);
  expect(await states()).toEqual([]);
});
