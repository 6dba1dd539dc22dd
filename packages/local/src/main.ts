import { describeFailure, StartFailure } from "@shardwatch/server/machine/failure";
import { createLog } from "@shardwatch/server/machine/log";
import { startProduct } from "./product.ts";
import { readSettings } from "./settings.ts";
import { welcome } from "./welcome.ts";

/** Runs until somebody asks it to end. The exit code: 0 when asked, 1 when something failed. */
async function main(): Promise<number> {
  const asked = askedToEnd();
  const settings = readSettings(process.env);
  const dev = process.argv.includes("--dev");
  const write = (line: string) => process.stderr.write(`${line}\n`);
  const log = createLog({ form: settings.log, verbose: dev || settings.log === "json", write });
  const { promise: lost, resolve: onLoss } = Promise.withResolvers<string>();
  const product = await startProduct({ settings, log, dev, onLoss });
  console.log(welcome(settings, product.notes));
  const part = await Promise.race([asked.then(() => undefined), lost]);
  await product.stop();
  if (part === undefined) return 0;
  throw new StartFailure(`${part} has ended unexpectedly, so everything was stopped.`);
}

/** Settles at Ctrl-C, at SIGTERM, or when the process that started us is gone. */
function askedToEnd(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
    process.on("disconnect", () => resolve());
  });
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
}
// What is left may be a connection that a client keeps open; nothing of ours is.
process.exit();
