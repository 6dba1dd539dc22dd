import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { percentile } from "./table.ts";

/** What a sender reads from its standard input. */
export interface Sending {
  apiUrl: string;
  /** Each sends one report. */
  agents: number;
  /** Reports a second; 0 for the first reports of these agents, which are sent as fast as they are answered. */
  rate: number;
  keys: string[];
  agentsPerKey: number;
  /** A report of a real agent of one server, as JSON. */
  template: string;
}

/** What it writes to its standard output. */
export interface Sent {
  /** By status; "ECONNRESET" and the like for a request without an answer. */
  answers: Record<string, number>;
  /** Milliseconds from the moment when a report was due to its answer. */
  p50: number;
  p99: number;
  most: number;
  /** How late the sender itself was, in milliseconds, p99. */
  senderLate: number;
}

const slotMs = 300_000;
/** Agents send the figures of five minutes with every fifth report. */
const everyFifth = 5;

/**
 * Sends reports at a fixed rate, each of another agent and over a connection of its own, whether or not earlier ones
 * are answered. So a slow server can't slow its load down.
 */
async function sendAll(sending: Sending): Promise<Sent> {
  const { agents, rate } = sending;
  const answers: Record<string, number> = {};
  const times: number[] = [];
  const late: number[] = [];
  const begun = performance.now();
  const pending: Promise<void>[] = [];
  for (let agent = 0; agent < agents; agent += 1) {
    const due = begun + (agent * 1_000) / rate;
    const wait = due - performance.now();
    if (wait > 1) await sleep(wait);
    const body = reportOf(sending, agent);
    late.push(performance.now() - due);
    const sent = post(sending, agent, body).then((answer) => {
      times.push(performance.now() - due);
      answers[answer] = (answers[answer] ?? 0) + 1;
    });
    pending.push(sent);
  }
  await Promise.all(pending);
  return {
    answers,
    p50: percentile(times, 50),
    p99: percentile(times, 99),
    most: Math.max(...times),
    senderLate: percentile(late, 99),
  };
}

/** Makes the deployments of all agents. Their next reports then cost what most reports cost. */
async function introduce(sending: Sending): Promise<void> {
  let next = 0;
  const one = async () => {
    for (let agent = next++; agent < sending.agents; agent = next++) {
      for (let answer; answer !== 202;) {
        answer = await post(sending, agent, reportOf(sending, agent));
        if (answer !== 202) await sleep(1_000);
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, one));
}

/** The template with the names and times of one agent. */
function reportOf({ template, rate }: Sending, number: number): Buffer {
  const report = JSON.parse(template) as {
    agent: { id: string };
    measuredAt: string;
    deployments: { key: string; name: string }[];
    slots?: unknown;
  };
  const name = `redis-${String(number).padStart(6, "0")}`;
  report.agent.id = `agent${String(number).padStart(10, "0")}`;
  report.measuredAt = new Date().toISOString();
  report.deployments = report.deployments.map((deployment) => ({ ...deployment, key: name, name }));
  const at = new Date(Math.floor(Date.now() / slotMs - 1) * slotMs).toISOString();
  const databases = { ids: ["0"], used: [1_000_000 + number], ops: [12.5], clients: [100], keys: [number] };
  if (rate > 0 && number % everyFifth === 0)
    report.slots = [{ at, deployments: [{ key: name, status: "active", databases }] }];
  return gzipSync(JSON.stringify(report));
}

async function post(
  { apiUrl, keys, agentsPerKey }: Sending,
  agent: number,
  body: Buffer,
): Promise<number | string> {
  const { promise, resolve } = Promise.withResolvers<number | string>();
  const headers = {
    authorization: `Bearer ${keys[Math.floor(agent / agentsPerKey)] ?? ""}`,
    "content-type": "application/json",
    "content-encoding": "gzip",
    "content-length": body.length,
  };
  const sent = request(`${apiUrl}/agent/reports`, { method: "POST", headers, agent: false });
  sent.setTimeout(30_000, () => sent.destroy(new Error("no answer")));
  sent.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  sent.on("response", (answer: IncomingMessage) => {
    answer.resume();
    answer.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    answer.on("end", () => resolve(answer.statusCode ?? 0));
  });
  sent.end(body);
  return await promise;
}

const sending = (await json(process.stdin)) as Sending;
if (sending.rate === 0) await introduce(sending);
else process.stdout.write(JSON.stringify(await sendAll(sending)));
