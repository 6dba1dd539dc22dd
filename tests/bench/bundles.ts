import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { formatAgentKey } from "@shardwatch/core/kit/composite-key";
import { newId } from "@shardwatch/core/kit/ids";
import { startDatabase } from "@shardwatch/server/database/database";
import { bundleLambda } from "../../scripts/lib/bundle.mjs";
import { recorded } from "../infra/lambda.ts";
import { type Figure, median } from "./table.ts";

const runs = 15;
const sizeGoals: Record<string, number> = { api: 180, "agent-report": 110 };

/**
 * P3 and P4: the size of each Lambda function, and the time of a new process until its first DynamoDB answer.
 */
export async function bundles(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-bench-"));
  const database = await startDatabase();
  const env = {
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
    TABLE_NAME: database.tableName,
    ENVIRONMENT: "preview",
    WEB_ORIGIN: "https://shardwatch.example",
    PROVIDER_API_URL: "https://provider.example/api/v1",
    READ_REDIS_CLOUD_QUEUE_URL: "https://sqs.example/1/read-redis-cloud",
    READ_ELASTICACHE_QUEUE_URL: "https://sqs.example/1/read-elasticache",
    HOUSEKEEPING_QUEUE_URL: "https://sqs.example/1/housekeeping",
    KEEP_HISTORY_QUEUE_URL: "https://sqs.example/1/keep-history",
    EVALUATE_QUEUE_URL: "https://sqs.example/1/evaluate",
    DELIVER_QUEUE_URL: "https://sqs.example/1/deliver",
  };
  try {
    const [api, report] = [await bundleLambda("api", folder), await bundleLambda("agent-report", folder)];
    const sizes = Object.entries({ api, "agent-report": report }).map(([name, { gzipBytes }]): Figure => {
      const kilobytes = gzipBytes / 1_024;
      return {
        metric: `P4 bundle, KB gzip: ${name}`,
        reference: "SDK alone with its default chain: 100",
        ours: kilobytes.toFixed(0),
        ratio: kilobytes,
        goal: sizeGoals[name] ?? 0,
      };
    });
    return [...coldStarts(folder, env, api.file, report.file), ...sizes];
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Both events are refused only after a database read, so the answer marks the first one. */
function coldStarts(folder: string, env: Record<string, string>, api: string, report: string): Figure[] {
  const cookie = `__Host-shardwatch_session=acc_${"0".repeat(26)}.${"A".repeat(43)}`;
  const key = formatAgentKey(newId("accessKey", 1, randomBytes(16)), randomBytes(32));
  const programs = {
    "bare node": "",
    api: program(api, recorded("deployments", { cookie })),
    "agent-report": program(report, recorded("report", { authorization: `Bearer ${key}` })),
  };
  const files = Object.entries(programs).map(([name, text]) => {
    const file = join(folder, `${name.replace(" ", "-")}.mjs`);
    writeFileSync(file, text);
    return { name, file, times: [] as number[] };
  });
  for (let run = 0; run < runs; run += 1)
    for (const { name, file, times } of files) {
      const start = performance.now();
      const { status, stderr } = spawnSync(process.execPath, [file], { env });
      times.push(performance.now() - start);
      if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr.toString().slice(-500)}`);
    }
  const [bare, ...functions] = files.map(({ name, times }) => ({ name, time: median(times) }));
  return functions.map(({ name, time }) => ({
    metric: `P3 start to first DynamoDB answer: ${name}`,
    reference: `bare node, ${bare?.time.toFixed(0)} ms`,
    ours: `${time.toFixed(0)} ms`,
    ratio: time / (bare?.time ?? Number.NaN),
    goal: 4.5,
  }));
}

function program(bundle: string, event: unknown): string {
  return `const { handler } = await import(${JSON.stringify(bundle)});
const { statusCode, body } = await handler(${JSON.stringify(event)}, {});
if (statusCode !== 401) throw new Error(statusCode + " " + body);
process.exit();
`;
}

/** P6: the JavaScript and CSS that a browser loads before the first screen is shown, KB gzip. */
export function webSize(): Figure[] {
  const dist = "packages/web/dist";
  const html = readFileSync(join(dist, "index.html"), "utf8");
  const assets = readdirSync(join(dist, "assets"));
  // The fonts have a goal of their own. Their rules are in the one stylesheet.
  const read = (file: string) =>
    readFileSync(join(dist, file), "utf8").replaceAll(/@font-face\{[^}]*\}/g, "");
  const size = (files: readonly string[]) =>
    files.reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0) / 1_024;
  const initial = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, file]) => file ?? "");
  const loadedFor = (...names: readonly string[]) => {
    const files = new Set(initial);
    for (const name of names) {
      const chunk = assets.find((file) => file.startsWith(`${name}-`) && file.endsWith(".js"));
      if (chunk === undefined) throw new Error(`no chunk is called ${name}`);
      withImports(dist, `assets/${chunk}`, files);
    }
    return [...files];
  };
  const row = (screen: string, kilobytes: number, goal: number): Figure => ({
    metric: `P6 initial JavaScript and CSS, KB gzip: ${screen}`,
    reference: "Oxide console 212 at login",
    ours: kilobytes.toFixed(0),
    ratio: kilobytes,
    goal,
  });
  return [
    row("login", size(loadedFor("public")), 125),
    row("deployments", size(loadedFor("app", "list")), 165),
    row("overview", size(loadedFor("app", "OverviewPage")), 165),
  ];
}

/** Adds a chunk with its static imports. */
function withImports(dist: string, file: string, found: Set<string>): void {
  if (found.has(file)) return;
  found.add(file);
  const text = readFileSync(join(dist, file), "utf8");
  for (const [, name] of text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
    withImports(dist, `assets/${name}`, found);
}
