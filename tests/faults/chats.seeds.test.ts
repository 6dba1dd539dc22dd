import { deliverMessage } from "@shardwatch/core/channel/delivery/deliver";
import { dueDeliveries } from "@shardwatch/core/channel/delivery/due";
import type { IncidentEventType } from "@shardwatch/core/channel/messages/message";
import { createTable } from "@shardwatch/core/table/table";
import { expect, test } from "vitest";
import { chanceOf } from "../support/chance.ts";
import { addChat, type ChatKind, worldWithChats } from "../support/chats.ts";
import { queuedFor } from "../support/channels.ts";
import { deliverDue, enqueue } from "../support/deliveries.ts";
import { disturb } from "../support/disturb.ts";
import { seedCount } from "../support/seeds.ts";
import { signUp } from "../support/world.ts";

/*
 * Random histories of incidents, with services that fail and workers that die, in any order. At the end each service shows
 * each incident as it is, with as few messages as there are states worth one.
 */

const minute = 60_000;
const { world, chats } = await worldWithChats();
let count = 0;

interface Lived {
  id: string;
  openedAt: number;
  sequence: number;
  severity: "critical" | "warning";
  /** How often it rose from warning to critical. */
  worse: number;
  state: "none" | "open" | "acknowledged" | "over";
}

/** What happens next to an incident. */
function nextOf(lived: Lived, chance: () => number): IncidentEventType | undefined {
  if (lived.state === "over") return undefined;
  if (lived.state === "none") return "incident.opened";
  if (chance() < 0.3) return "incident.resolved";
  return lived.state === "open" && chance() < 0.4 ? "incident.acknowledged" : "incident.changed";
}

function live(lived: Lived, type: IncidentEventType, chance: () => number): void {
  lived.sequence += 1;
  if (type === "incident.opened") Object.assign(lived, { state: "open", openedAt: world.clock.time });
  if (type === "incident.acknowledged") lived.state = "acknowledged";
  if (type === "incident.resolved") lived.state = "over";
  if (type !== "incident.changed" || chance() < 0.5) return;
  lived.worse += lived.severity === "warning" ? 1 : 0;
  lived.severity = lived.severity === "warning" ? "critical" : "warning";
}

const faults = ["works", "works", "500", "429", "limits", "dies"] as const;

/**
 * Workers do what is due. Some die after a write. Returns how many attempts may have left a message of which nobody knows:
 * the worker died, or the connection.
 * @param dies whether each connection does
 */
async function deliverSome(chance: () => number, dies: boolean): Promise<number> {
  let lost = 0;
  for (const job of await dueDeliveries(world.services)) {
    if (job.kind !== "deliver" || chance() < 0.2) continue;
    const client = world.database.client();
    const table = createTable({
      client: disturb(client, chance() < 0.15 ? Math.floor(chance() * 4) : Infinity).client,
      name: world.database.tableName,
    });
    const isWhole = await deliverMessage({ ...world.services, table }, job).then(
      () => true,
      () => false,
    );
    if (dies || !isWhole) lost += 1;
    client.destroy();
  }
  return lost;
}

async function history(kind: ChatKind, seed: number) {
  const chance = chanceOf(seed);
  chats.clear();
  const person = await signUp(world);
  const channel = await addChat(world, person, kind, (count += 1));
  const incidents = ["inc_a", "inc_b", "inc_c"].map((id): Lived => ({
    id,
    openedAt: 0,
    sequence: 0,
    severity: "warning",
    worse: 0,
    state: "none",
  }));
  let sends = 0;
  let lost = 0;
  for (let step = 0; step < 40; step += 1) {
    world.clock.advance(minute);
    const fault = faults[Math.floor(chance() * faults.length)] ?? "works";
    chats[kind].set(channel.place, { fault, retryAfter: 60 });
    const lived = incidents[Math.floor(chance() * incidents.length)];
    const type = lived && chance() < 0.6 ? nextOf(lived, chance) : undefined;
    if (lived && type) {
      live(lived, type, chance);
      const { id, openedAt, sequence, severity, state } = lived;
      await enqueue(world, channel, type, {
        id,
        openedAt,
        sequence,
        severity,
        title: `title of ${id}`,
        ...(state === "over" && { state: "resolved", resolvedAt: world.clock.time }),
        ...(state === "acknowledged" && { acknowledged: { by: "Mia", at: world.clock.time, note: "" } }),
      });
      sends += 1;
    }
    lost += await deliverSome(chance, fault === "dies");
  }
  chats[kind].set(channel.place, { fault: "works" });
  for (let passed = 0; passed < 150; passed += 1) {
    world.clock.advance(minute);
    await deliverDue(world);
  }
  const left = (await queuedFor(world, person, channel.id)).filter(({ state }) => state === "queued");
  expect(left, `seed ${seed}`).toEqual([]);
  return { channel, incidents: incidents.filter(({ state }) => state !== "none"), sends, lost };
}

const headOf = ({ state, severity }: Lived) =>
  state === "over"
    ? "Resolved"
    : state === "acknowledged"
      ? "Acknowledged"
      : severity === "critical"
        ? "Critical"
        : "Warning";

/** `SEED=7 SEEDS=1` replays one. */
const first = Number(process.env["SEED"] ?? 1);
const seeds = Array.from({ length: seedCount({ few: 2, many: 30 }) }, (_, index) => first + index);

test.each(seeds)(
  "CHN10 any order of news and failures ends in one message of Slack with the state, seed %i",
  async (seed) => {
    const { channel, incidents, lost } = await history("slack", seed);
    const messages = chats.slack.place(channel.place)?.content.messages ?? [];
    for (const lived of incidents) {
      const own = messages.filter(({ text, thread_ts: of }) => !of && text.includes(`title of ${lived.id}`));
      const replies = messages.filter(
        ({ text, thread_ts: of }) => of && text.includes(`title of ${lived.id}`),
      );
      expect(own.at(-1)?.text, lived.id).toMatch(new RegExp(`^. (?:${headOf(lived)}|Over, .+): title`, "u"));
      // An attempt of which nobody knows leaves one more, with the same text.
      expect(replies.length).toBeLessThanOrEqual(lived.worse + 1 + lost);
      expect(own.length).toBeLessThanOrEqual(1 + lost);
    }
  },
);

test.each(seeds)(
  "CHN11 any order of news and failures ends in an alert with the state, seed %i",
  async (seed) => {
    const { channel, incidents } = await history("pagerduty", seed);
    const alerts = chats.pagerduty.place(channel.place)?.content.alerts ?? [];
    const expected = { none: "", open: "triggered", acknowledged: "acknowledged", over: "resolved" };
    for (const { id, state } of incidents) {
      const own = alerts.filter(({ dedup_key: key }) => key === id);
      if (own.length > 0 || state !== "over") expect([id, own.at(-1)?.state]).toEqual([id, expected[state]]);
      expect(own.length).toBeLessThanOrEqual(1);
    }
  },
);

test.each(seeds)(
  "CHN13 CHN14 any order of news and failures ends in a thread with the state, seed %i",
  async (seed) => {
    const { channel, incidents, sends, lost } = await history("googlechat", seed);
    const messages = chats.googlechat.place(channel.place)?.content.messages ?? [];
    for (const lived of incidents) {
      const own = messages.filter(({ thread }) => thread.threadKey === lived.id);
      expect(new Set(own.map(({ thread }) => thread.name)).size, lived.id).toBe(1);
      const last = own.at(-1)?.text ?? "";
      const said =
        lived.state === "over" ? "Resolved|Over, .+" : `(?:Changed, )?${lived.severity}|Acknowledged`;
      expect(last).toMatch(new RegExp(`^. \\*(?:${said}): title`, "iu"));
      expect(last.includes("Acknowledged")).toBe(lived.state === "acknowledged");
    }
    expect(messages.length).toBeLessThanOrEqual(sends + lost);
  },
);
