import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { CreatedChannel } from "@shardwatch/core/contract/channel/channel";
import type { Report } from "@shardwatch/core/contract/report/report";
import { type RunningProduct, startProduct } from "../e2e/product.ts";
import { signIn } from "../local/api-client.ts";
import type { Figure } from "./table.ts";

const minute = 60_000;
const [agents, perAgent] = [100, 100];
/** How long the rule of a full memory waits. */
const longEnough = 3 * minute;
/** The first deployment of these agents becomes full. They report at moments that are spread over a minute. */
const fullAgents = [0, 21, 42, 63, 84];
/** So many minutes are reported before. */
const warmUp = 2;

/**
 * INC09: the time from the report that a store is full to the message at a webhook. It is taken on one machine that gets
 * the reports of 10,000 deployments each minute. What the rule itself waits is taken off.
 */
export async function crossing(): Promise<Figure[]> {
  const dist = mkdtempSync(join(tmpdir(), "shardwatch-bench-"));
  writeFileSync(join(dist, "index.html"), "<!doctype html><title>Shardwatch</title>");
  const environment = { WEB_DIST: dist, SHARDWATCH_SEED: "off", SHARDWATCH_REDIS: "off" };
  const product = await startProduct({ environment });
  try {
    const delays = await measure(product);
    const seconds = delays.map((delay) => delay / 1_000);
    return [
      {
        metric: `INC09 from crossing to message with ${agents * perAgent} deployments, s beyond the rule's own wait`,
        reference: "",
        ours: seconds.map((each) => each.toFixed(1)).join(", "),
        ratio: Math.max(...seconds),
        goal: 120,
      },
    ];
  } finally {
    await product.stop();
    rmSync(dist, { recursive: true });
  }
}

async function measure(product: RunningProduct): Promise<number[]> {
  const person = await signIn(product, "admin@example.com");
  const url = `${product.providerUrl}/receivers/bench`;
  const hook = { kind: "webhook", name: "Bench", url, minimum: "info" };
  await created<CreatedChannel>(await person.call("POST", "/channels", hook));
  const { compositeKey } = await created<{ compositeKey: string }>(
    await person.call("POST", "/access-key", { name: "Bench" }),
  );
  const state = { full: false, ended: false };
  const crossed = new Map<string, number>();
  const report = async (agent: number) => {
    const isFull = state.full && fullAgents.includes(agent);
    const body = JSON.stringify(reportOf(agent, isFull));
    const headers = { "content-type": "application/json", authorization: `Bearer ${compositeKey}` };
    const answer = await fetch(`${product.apiUrl}/agent/reports`, { method: "POST", headers, body });
    if (answer.status !== 202) throw new Error(`a report was answered ${answer.status}`);
    await answer.arrayBuffer();
    if (isFull && !crossed.has(nameOf(agent))) crossed.set(nameOf(agent), Date.now());
  };
  const rounds = everyMinute(report, () => state.ended);
  await wait(warmUp * minute);
  state.full = true;
  const arrived = await arrivals(product, fullAgents.length);
  state.ended = true;
  await rounds;
  return [...crossed].map(([name, time]) => (arrived.get(name) ?? Number.NaN) - time - longEnough);
}

async function created<Body>(answer: Response): Promise<Body> {
  if (answer.status !== 201) throw new Error(`the API answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Body;
}

/** Agents report at a moment of their own in each minute. */
async function everyMinute(report: (agent: number) => Promise<void>, stopped: () => boolean): Promise<void> {
  for (let begin = Date.now(); !stopped(); begin += minute)
    for (let agent = 0; agent < agents && !stopped(); agent += 1) {
      await wait(Math.max(0, begin + agent * (minute / agents) - Date.now()));
      await report(agent);
    }
}

interface Receivers {
  receivers: { arrivals: { body: string }[] }[];
}

/** When the first message about each deployment came, by its name. Unix epochs in milliseconds. */
async function arrivals({ providerUrl }: RunningProduct, count: number): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const until = Date.now() + longEnough + 5 * minute;
  while (found.size < count && Date.now() < until) {
    await wait(200);
    const { receivers } = (await (await fetch(`${providerUrl}/receivers/state`)).json()) as Receivers;
    for (const { body } of receivers.flatMap((receiver) => receiver.arrivals)) {
      const { incident } = (JSON.parse(body) as { data: { incident?: { cause: { name: string } } } }).data;
      if (incident && !found.has(incident.cause.name)) found.set(incident.cause.name, Date.now());
    }
  }
  return found;
}

const nameOf = (agent: number, index = 0) => `cache ${agent}.${index}`;

function reportOf(agent: number, isFull: boolean): Report {
  return {
    version: 1,
    agent: { id: `bench${agent}`.padEnd(16, "0"), name: `bench ${agent}`, version: "0.2.0" },
    measuredAt: new Date().toISOString(),
    deployments: Array.from({ length: perAgent }, (_, index) => ({
      key: `${agent}-${index}`,
      name: nameOf(agent, index),
      type: "STANDALONE",
      status: "active",
      databases: [
        {
          id: "0",
          name: null,
          status: "active",
          version: "8.0.1",
          memoryUsed: isFull && index === 0 ? "92000000" : "10000000",
          memoryLimit: "100000000",
          tlsEnabled: true,
        },
      ],
    })),
  };
}
