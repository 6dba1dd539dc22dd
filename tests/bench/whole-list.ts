import { get } from "node:http";
import { gunzipSync } from "node:zlib";
import { largestListPage } from "@shardwatch/core/contract/list-page";
import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import { startServer } from "@shardwatch/local/server";
import { freePort } from "@shardwatch/server/machine/ports";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { createKey, signUp, startWorld } from "../support/world.ts";
import { type Figure, median } from "./table.ts";

const fleet = 10_000;
const agents = 20;
const rounds = 7;

/** P5: all pages of ten thousand deployments over HTTP, as the web asks for them: the time and the bytes. */
export async function wholeList(): Promise<Figure[]> {
  const world = await startWorld();
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  for (let agent = 0; agent < agents; agent += 1) {
    const many = Array.from({ length: fleet / agents }, (_, index) =>
      reported(`cache-${agent}-${index}`, { databases: databases(3, 100 + index) }),
    );
    const id = `bench${String(agent).padStart(11, "0")}`;
    await send(world, compositeKey, reportOf(world, many, { agent: { id, version: "1.0.0" } }));
  }
  const cookie = `shardwatch_session=${person.session.reveal()}`;
  const port = await freePort();
  const server = await startServer({ name: "the API", port, variable: "", fetch: world.app.fetch });
  try {
    const times: number[] = [];
    let bytes = 0;
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now();
      const walked = await readWhole(`http://localhost:${port}`, cookie);
      times.push(performance.now() - begun);
      if (walked.rows !== fleet) throw new Error(`the list has ${walked.rows} rows instead of ${fleet}`);
      ({ bytes } = walked);
    }
    const row = (what: string, value: number, digits: number, goal: number): Figure => ({
      metric: `P5 all pages of ${fleet} over HTTP, ${what}`,
      reference: "",
      ours: value.toFixed(digits),
      ratio: value,
      goal,
    });
    return [row("seconds", median(times) / 1_000, 2, 0.8), row("KB gzip", bytes / 1_024, 0, 500)];
  } finally {
    await server.stop();
    await world.stop();
  }
}

/** Reads all pages of the list, as the web asks for them. */
export async function readWhole(url: string, cookie: string): Promise<{ rows: number; bytes: number }> {
  let [rows, bytes] = [0, 0];
  let cursor: string | undefined;
  do {
    const query =
      cursor === undefined ? "" : `?limit=${largestListPage}&cursor=${encodeURIComponent(cursor)}`;
    const packed = await answerOf(`${url}/deployments${query}`, cookie);
    const page = JSON.parse(gunzipSync(packed).toString()) as DeploymentList;
    rows += page.deployments.length;
    bytes += packed.length;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { rows, bytes };
}

/** The body as it comes over the wire. `fetch` would unpack it. */
async function answerOf(url: string, cookie: string): Promise<Buffer> {
  const headers = { cookie, "accept-encoding": "gzip" };
  return await new Promise((resolve, reject) => {
    const request = get(url, { headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => resolve(Buffer.concat(parts)));
      answer.on("error", reject);
    });
    request.on("error", reject);
  });
}
