import { setTimeout as sleep } from "node:timers/promises";
import type {
  CloudAnswer,
  CloudBudget,
  CloudCredentials,
  CloudDatabase,
  CloudFailure,
  CloudFamily,
  CloudList,
  CloudReader,
  RedisCloudApi,
} from "../../ports/redis-cloud.ts";
import { type BoundedAnswer, boundedFetch, NoAnswer } from "../http/bounded-fetch.ts";
import { readAccount, readDatabases, readSubscriptions } from "./items.ts";

export interface RedisCloudOptions {
  /** Base of the API, e.g. https://api.redislabs.com/v1. */
  apiUrl: string;
  /** For each call, in milliseconds. */
  deadline?: number;
}

/**
 * In bytes. A page of a hundred databases has about 200 KB, the list of a thousand subscriptions about 2 MB.
 */
const byteLimit = 16 * 1_024 * 1_024;
/** The largest page that the API gives. */
const pageSize = 100;
/** Wait after the first 429 without Retry-After, in milliseconds. Each further wait is twice as long. */
const firstWait = 1_000;
const familyPath: Record<CloudFamily, string> = { flexible: "", fixed: "/fixed" };

/**
 * The REST API of Redis Cloud: https://redis.io/docs/latest/operate/rc/api/. It only reads, and sends both
 * keys as headers of each call.
 */
export function createRedisCloudApi(options: RedisCloudOptions): RedisCloudApi {
  return { read: (credentials, budget) => createReader(createCalls(options, credentials, budget)) };
}

/** Calls of the API with these credentials, as long as the budget lasts. */
function createCalls(
  { apiUrl, deadline = 10_000 }: RedisCloudOptions,
  { apiKey, apiSecret }: CloudCredentials,
  budget: CloudBudget,
) {
  const end = performance.now() + budget.time;
  let calls = budget.calls;
  let waiting = budget.waiting;
  const headers = {
    accept: "application/json",
    "content-type": "application/json",
    "user-agent": "shardwatch",
    "x-api-key": apiKey.reveal(),
    "x-api-secret-key": apiSecret.reveal(),
  };

  /** One request. Retries after 429, until the reading may not wait any longer. */
  async function ask(path: string): Promise<{ outcome: "answered"; answer: BoundedAnswer } | CloudFailure> {
    for (let wait = firstWait; ; wait *= 2) {
      const left = end - performance.now();
      if (left < 1) return { outcome: "unavailable", reason: "there was no time left for it" };
      if (calls < 1) return { outcome: "throttled" };
      calls -= 1;
      try {
        const answer = await boundedFetch(`${apiUrl}${path}`, {
          headers,
          byteLimit,
          deadline: Math.ceil(Math.min(deadline, left)),
        });
        if (answer.status !== 429) return { outcome: "answered", answer };
        const pause = (answer.retryAfterSeconds ?? 0) * 1_000 || wait;
        if (pause > waiting) return { outcome: "throttled" };
        waiting -= pause;
        await sleep(pause);
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        return { outcome: "unavailable", reason: error.message };
      }
    }
  }

  return { ask, calls: () => budget.calls - calls };
}

function createReader({ ask, calls }: ReturnType<typeof createCalls>): CloudReader {
  async function get<T>(path: string, read: (json: unknown) => T | undefined): Promise<CloudAnswer<T>> {
    const asked = await ask(path);
    if (asked.outcome !== "answered") return asked;
    if (asked.answer.status !== 200) return failure(asked.answer.status);
    const value = read(asked.answer.json);
    return value === undefined
      ? { outcome: "unavailable", reason: "the answer is not what the API documents" }
      : { outcome: "ok", value };
  }

  async function databases(
    family: CloudFamily,
    subscription: string,
  ): Promise<CloudAnswer<CloudList<CloudDatabase>>> {
    const found = new Map<string, CloudDatabase>();
    let complete = true;
    for (let offset = 0; ; offset += pageSize) {
      const path = `${familyPath[family]}/subscriptions/${subscription}/databases`;
      const asked = await ask(`${path}?offset=${offset}&limit=${pageSize}`);
      if (asked.outcome !== "answered") return asked;
      // The list ends with a short page, an empty page, or 404.
      if (asked.answer.status === 404) break;
      if (asked.answer.status !== 200) return failure(asked.answer.status);
      const page = readDatabases(asked.answer.json);
      if (!page) return { outcome: "unavailable", reason: "the answer is not what the API documents" };
      complete &&= page.list.complete;
      const before = found.size;
      for (const database of page.list.items) found.set(database.id, database);
      // An API that ignored the offset would return the same page without end.
      if (page.read < pageSize || found.size === before) break;
    }
    return { outcome: "ok", value: { items: [...found.values()], complete } };
  }

  return {
    account: () => get("/", readAccount),
    subscriptions: (family, accountId) =>
      get(`${familyPath[family]}/subscriptions`, (json) => readSubscriptions(json, accountId)),
    databases,
    calls,
  };
}

function failure(status: number): CloudFailure {
  switch (status) {
    case 401:
      return { outcome: "denied" };
    case 403:
      return { outcome: "forbidden" };
    case 412:
      return { outcome: "off" };
    default:
      return { outcome: "unavailable", reason: `Redis Cloud answered ${status}` };
  }
}
