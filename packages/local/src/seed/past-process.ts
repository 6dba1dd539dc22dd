import { fileURLToPath } from "node:url";
import { second } from "@shardwatch/core/kit/time";
import type { Log } from "@shardwatch/core/ports/log";
import { type Child, startChild } from "@shardwatch/server/machine/child";

const program = fileURLToPath(new URL("past-main.ts", import.meta.url));

/** The product is ready before that long. The first screens come first. */
const after = 2 * second;

/** Stores the past of the demo fleets beside what people do, in a process that `stop` ends. */
export function startPast(dataFolder: string, log: Log): { stop(): Promise<void> } {
  let child: Child | undefined;
  let stopping = false;
  const timer = setTimeout(() => {
    const env = { ...process.env, SHARDWATCH_DATA: dataFolder };
    const started = startChild({ command: process.execPath, args: [program], env });
    child = started;
    void started.ended.then((code) => {
      if (!stopping && code !== 0) log.warn("the demo fleet has no past", { lastLines: started.lastLines() });
    });
  }, after);
  return {
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await child?.stop();
    },
  };
}
