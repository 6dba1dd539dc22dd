import { type Context, Hono } from "hono";
import { control } from "./control.ts";
import {
  database,
  databaseCount,
  fixedIds,
  fixedSubscription,
  flexibleIds,
  flexibleSubscription,
} from "./data.ts";
import { misbehave } from "./misbehave.ts";
import { type Call, type CloudState, usualState } from "./state.ts";

const minute = 60_000;

/** Counts the calls of each account's key in windows of a minute, as the API does. */
function createLimits(now: () => number) {
  const windows = new Map<string, { start: number; calls: number }>();
  return {
    /** How many calls are left in this minute after this one; negative when it was one too many. */
    take(apiKey: string, perMinute: number): number {
      const start = now() - (now() % minute);
      const before = windows.get(apiKey);
      const calls = (before?.start === start ? before.calls : 0) + 1;
      windows.set(apiKey, { start, calls });
      return perMinute - calls;
    },
  };
}

export interface SimulatedAccount {
  id: number;
  name: string;
}

export interface RedisCloudOptions {
  /** The account that a pair of keys opens; undefined for a pair that opens none. */
  accountOf: (apiKey: string, apiSecret: string) => SimulatedAccount | undefined;
  now?: () => number;
}

/** Entries that mean nothing, for a list. */
const damage = [null, "subscription", { name: "without id" }, { id: {}, databaseId: [] }];
const mostPerPage = 100;

/**
 * The REST API of Redis Cloud under /v1, as far as it is read: the account, both families of subscriptions, and their
 * databases in pages. Under /control, what makes it misbehave.
 */
export function createRedisCloudSimulator({ accountOf, now = Date.now }: RedisCloudOptions) {
  const state = usualState();
  const limits = createLimits(now);
  const app = new Hono();
  app.route("/control", control(state));

  /** What is checked before every answer: the keys, the limit, and the faults. */
  async function answer(context: Context, call: Call, build: (account: SimulatedAccount) => object) {
    state.asked += 1;
    const apiKey = context.req.header("x-api-key") ?? "";
    const account = accountOf(apiKey, context.req.header("x-api-secret-key") ?? "");
    if (!account) return context.body(null, 401);
    const left = limits.take(apiKey, state.perMinute);
    context.header("x-rate-limit-remaining", String(Math.max(0, left)));
    if (left < 0) return context.text("Too many requests", 429);
    const chosen = state.account === "" || state.account === String(account.id);
    const fault = chosen ? state.faults[call] : "works";
    const turn = ++state.turns[call];
    const body = build(fault === "other-account" ? { ...account, id: account.id + 1 } : account);
    const change =
      fault === "damaged-entries" ? damaged : fault === "monstrous-texts" ? monstrous : undefined;
    const text = JSON.stringify(change?.(body) ?? body);
    const instead = await misbehave(context, fault, { text, state, turn });
    return instead ?? context.body(text, 200, { "content-type": "application/json" });
  }

  app.get("/v1/", (context) =>
    answer(context, "account", ({ id, name }) => ({
      account: { id, name, marketplaceStatus: null, key: { name: "shardwatch", accountId: id } },
    })),
  );
  app.get("/v1/subscriptions", (context) =>
    answer(context, "flexible", ({ id }) => list(id, flexibleIds(state).map(flexibleSubscription))),
  );
  app.get("/v1/fixed/subscriptions", (context) =>
    answer(context, "fixed", ({ id }) => list(id, fixedIds(state).map(fixedSubscription))),
  );
  for (const family of ["flexible", "fixed"] as const) {
    const prefix = family === "fixed" ? "/v1/fixed" : "/v1";
    app.get(`${prefix}/subscriptions/:id/databases`, async (context) => {
      const id = Number(context.req.param("id"));
      const page = pageOf(id, state, context);
      const known = family === "fixed" ? fixedIds(state) : flexibleIds(state);
      const usual = await answer(context, "databases", (account) => databasesOf(account, id, page, family));
      if (usual.status === 200 && state.faults.databases === "works" && !known.includes(id))
        return context.json({ type: "NOT_FOUND", status: "404 NOT_FOUND", description: "none" }, 404);
      // A list of Pro databases ends with 404 without a body.
      const beyond = page.length === 0 && Number(context.req.query("offset") ?? 0) > 0;
      return usual.status === 200 && beyond ? context.body(null, 404) : usual;
    });
  }
  app.notFound((context) => context.json({ error: "Not Found" }, 404));
  return app;
}

function list(accountId: number, subscriptions: object[]): object {
  // An account without subscriptions is answered without the list.
  return { accountId, ...(subscriptions.length > 0 && { subscriptions }), links: [] };
}

function pageOf(id: number, state: CloudState, context: Context): object[] {
  const offset = Number(context.req.query("offset") ?? 0);
  const limit = Math.min(mostPerPage, Number(context.req.query("limit") ?? mostPerPage));
  const all = Array.from({ length: databaseCount(id, state) }, (_, index) => index);
  return all.slice(offset, offset + limit).map((index) => database(id, index));
}

/** A list with one entry for Pro, an object for Essentials. */
function databasesOf(
  { id: accountId }: SimulatedAccount,
  subscriptionId: number,
  databases: object[],
  family: "flexible" | "fixed",
): object {
  const subscription = { subscriptionId, numberOfDatabases: databases.length, databases, links: [] };
  return { accountId, subscription: family === "flexible" ? [subscription] : subscription, links: [] };
}

/** The same answer with entries that mean nothing in its list. */
function damaged(body: object): object {
  const { subscriptions, subscription } = body as Record<string, unknown>;
  if (Array.isArray(subscriptions))
    return { ...body, subscriptions: [...damage, ...(subscriptions as unknown[])] };
  const [holder] = [subscription].flat() as { databases: object[] }[];
  return holder
    ? { ...body, subscription: { ...holder, databases: [...damage, ...holder.databases] } }
    : body;
}

const regions = 2_000;
/** Letters that hardly compress; the parts that are taken from them seldom meet. */
let letters = "";

/** It holds characters that rewrite what a person sees, and ends with half an emoji. */
function monster(length: number): string {
  letters ||= Array.from({ length: 300_000 }, () =>
    String.fromCharCode(0x4e00 + Math.floor(Math.random() * 20_000)),
  ).join("");
  const start = Math.floor(Math.random() * (letters.length - length));
  return `\u0000\u202e${letters.slice(start, start + length)}\ud83d`;
}

/** The same answer, whose names and places are monsters. */
function monstrous(body: object): object {
  const replaced = JSON.stringify(body, (field: string, value: unknown) => {
    if (field === "name" || field === "redisVersion") return monster(197);
    if (field !== "cloudDetails") return value;
    return [{ regions: Array.from({ length: regions }, () => ({ region: monster(197) })) }];
  });
  return JSON.parse(replaced) as object;
}
