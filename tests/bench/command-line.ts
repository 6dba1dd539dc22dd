import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { reported, reportOf, send } from "../support/reports.ts";
import { serve } from "../support/serve.ts";
import { createToken } from "../support/tokens.ts";
import { createKey, signUp, startWorld, type World } from "../support/world.ts";
import { type Figure, median } from "./table.ts";

const deployments = 100;
const runs = 21;

/**
 * P26: the command line from its start to the first row of a list, and the size of its bundle. Every answer is the API's
 * own, from the first time that it was asked for: how long a server reads is in other figures.
 */
export async function commandLine(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-bench-"));
  const bundle = join(folder, "shardwatch.cjs");
  const built = spawnSync(process.execPath, ["packages/cli/build.mjs", bundle]);
  if (built.status !== 0) throw new Error(`it could not be bundled: ${built.stderr.toString()}`);
  const kilobytes = gzipSync(readFileSync(bundle), { level: 9 }).length / 1_024;
  const world = await startWorld();
  const answers = new Map<string, { body: ArrayBuffer; init: ResponseInit }>();
  const server = await serve(async (request) => {
    const known = answers.get(request.url) ?? (await answerOf(world, request));
    answers.set(request.url, known);
    return new Response(known.body, known.init);
  });
  try {
    const owner = await signUp(world);
    const { compositeKey } = await createKey(world, owner);
    const { secret } = await createToken(world, owner);
    const fleet = Array.from({ length: deployments }, (_, index) => reported(`server ${index}`));
    await send(world, compositeKey, reportOf(world, fleet));
    const env = { SHARDWATCH_URL: server.url, SHARDWATCH_TOKEN: secret };
    const empty = join(folder, "empty.mjs");
    writeFileSync(empty, 'process.stdout.write("x\\n");');
    const [bare, list]: [number[], number[]] = [[], []];
    for (let run = 0; run < runs; run += 1) {
      bare.push(await untilFirstRow([empty], {}));
      list.push(await untilFirstRow([bundle, "list", "--no-header"], env));
    }
    return [
      {
        metric: `P26 command line: start to the first row of ${deployments} deployments`,
        reference: `bare node, ${median(bare).toFixed(0)} ms`,
        ours: `${median(list).toFixed(0)} ms`,
        ratio: median(list) / median(bare),
        goal: 2.5,
      },
      {
        metric: "P26 command line: bundle, KB gzip",
        reference: "oclif 105, commander 12, alone",
        ours: kilobytes.toFixed(0),
        ratio: kilobytes,
        goal: 120,
      },
    ];
  } finally {
    await server.stop();
    await world.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function answerOf({ app }: World, request: Request) {
  const answer = await app.fetch(request);
  return { body: await answer.arrayBuffer(), init: { status: answer.status, headers: answer.headers } };
}

/** Milliseconds from the start of a program to the first that it prints. */
async function untilFirstRow(args: readonly string[], env: Record<string, string>): Promise<number> {
  const begin = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  const time = performance.now() - begin;
  child.stdout.resume();
  const [code] = (await once(child, "close")) as [number];
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`);
  return time;
}
