import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@shardwatch/server/machine/ports";

/** A series that answers a query, with its value as Prometheus writes it. */
interface Found {
  metric: Record<string, string>;
  value: [time: number, value: string];
}

interface Prometheus {
  url: string;
  /** What a query gives now. Undefined while it is not ready, and for a query that it refuses. */
  ask(query: string): Promise<Found[] | undefined>;
  stop(): void;
}

/** A real Prometheus with these settings. JSON is YAML, so they are an object. Throws where it is not installed. */
export async function startPrometheus(settings: object): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-prometheus-"));
  const file = join(folder, "settings.yml");
  writeFileSync(file, JSON.stringify(settings));
  const address = `127.0.0.1:${await freePort()}`;
  const args = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(folder, "data")}`,
    `--web.listen-address=${address}`,
  ];
  const child = spawn("prometheus", args, { stdio: "ignore" });
  const stop = () => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  await once(child, "spawn").catch((error: unknown) => {
    stop();
    throw error;
  });
  const url = `http://${address}`;
  return {
    url,
    async ask(query) {
      const answer = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(query)}`).catch(
        () => undefined,
      );
      const body: unknown = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
      return (body as { data: { result: Found[] } } | undefined)?.data.result;
    },
    stop,
  };
}
