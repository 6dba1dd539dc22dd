import { ApiHttp } from "./api/http.ts";
import { Pusher, gzipFrom, reportsPath } from "./api/push.ts";
import { Backoff, ownShare } from "./backoff.ts";
import { check } from "./check.ts";
import { systemClock } from "./clock.ts";
import { parseCommandLine, usage } from "./command-line.ts";
import type { CommandLine } from "./command-line.ts";
import { exposureWarning } from "./configuration/exposure.ts";
import { healthFileOf, healthFileVariable } from "./configuration/health-path.ts";
import { readConfiguration } from "./configuration/read.ts";
import type { Settings } from "./configuration/settings.ts";
import { ConfigurationError } from "./configuration/yaml.ts";
import { checkHealth } from "./health-check.ts";
import { HealthFile } from "./health-file.ts";
import { Health } from "./health.ts";
import { keygen } from "./keygen.ts";
import { createLog } from "./log.ts";
import { EarlyReporter } from "./early-reports.ts";
import { runLoop, logOutcome } from "./loop.ts";
import { Parts } from "./parts.ts";
import { Reporter } from "./report.ts";
import { Slots } from "./slots/slots.ts";
import { createSources } from "./sources/index.ts";
import { version } from "./version.ts";
import { Delivery } from "./delivery.ts";
import type { LoopTools } from "./loop.ts";
import type { SentReport } from "./parts.ts";

/** The text above the reports that `--print-only` prints: their destination and the sent commands. */
function describeReports(reports: readonly SentReport[], api: string): string {
  const bytes = reports.map((report) => Buffer.byteLength(JSON.stringify(report)));
  const size = bytes.reduce((sum, one) => sum + one, 0);
  return [
    `Not sent: POST ${api}${reportsPath}, ${reports.length} report(s) with ${size} bytes of JSON, without the line breaks below.`,
    `Headers: content-type, content-length, authorization with the agent API key; gzip above ${gzipFrom} bytes.`,
    `Commands sent: ${reports[0]?.commands.join(", ") || "none (no server could be reached)"}.`,
    "",
    "",
  ].join("\n");
}

type Tools = Pick<LoopTools, "reporter" | "parts" | "pusher" | "health" | "clock" | "log">;

/**
 * Sends the current state once, or prints it with its destination. True when it was accepted or printed.
 * @param printFor the API's address, to print instead of sending
 */
async function sendOnce(tools: Tools, signal: AbortSignal, printFor?: string): Promise<boolean> {
  const { reporter, parts, pusher, clock, log } = tools;
  const report = await reporter.collect(pusher.now, true);
  const about = tools.health.describe(clock.now(), pusher.clockSkewMs);
  const reports = parts.divide(report, about, reporter.sent());
  if (printFor !== undefined) {
    process.stderr.write(describeReports(reports, printFor));
    for (const one of reports) process.stdout.write(`${JSON.stringify(one, undefined, 2)}\n`);
    return true;
  }
  const outcome = await new Delivery(pusher).send(reports, signal);
  logOutcome(log, outcome, report.deployments.length, { repeated: false });
  return outcome.kind === "accepted";
}

/**
 * Ends the process with code 1 when an output can no longer be written. For example, `head` has read enough
 * and closed the pipe. It prints nothing, because nobody reads it.
 */
function endWithReaders(...outputs: readonly NodeJS.WriteStream[]): void {
  for (const output of outputs) output.on("error", () => process.exit(1));
}

type Work = Extract<CommandLine, { kind: "run" | "once" | "check" }>;

const stopMilliseconds = 2_000;
const rejectedKeySeconds = Number(process.env.SHARDWATCH_REJECTED_KEY_SECONDS) || 600;

/** Runs the command of the arguments. The exit code: 0 done, 1 failed, 2 not understood. */
async function main(args: readonly string[]): Promise<number> {
  const command = parseCommandLine(args);
  switch (command.kind) {
    case "help":
      process.stdout.write(usage);
      return 0;
    case "version":
      process.stdout.write(`${version}\n`);
      return 0;
    case "wrong":
      process.stderr.write(`${command.message}\n\n${usage}`);
      return 2;
    case "keygen": {
      const { ok, stdout, stderr } = keygen(command, Date.now());
      process.stdout.write(stdout);
      process.stderr.write(stderr);
      return ok ? 0 : 1;
    }
    case "health":
      return readable(command.config, async () => health(command));
    default:
      return readable(command.config, async () =>
        work(command, readConfiguration(command.config, process.env), stopSignal()),
      );
  }
}

/** Runs a command that reads the configuration, and prints its faults. */
async function readable(config: string | undefined, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const which = config ?? "in the environment variables (there is no --config)";
    process.stderr.write(`The configuration ${which} cannot be used:\n`);
    for (const fault of error.faults) process.stderr.write(`  ${fault}\n`);
    return 1;
  }
}

function health({ config, live }: Extract<CommandLine, { kind: "health" }>): number {
  const file = healthFileOf(config, process.env);
  if (file === undefined) {
    process.stderr.write(
      `Set ${healthFileVariable} to a file, for the running agent and for this command.\n`,
    );
    return 2;
  }
  const { ok, text } = checkHealth(file, live, Date.now());
  process.stdout.write(`${text}\n`);
  return ok ? 0 : 1;
}

async function work(command: Work, settings: Settings, signal: AbortSignal): Promise<number> {
  const log = createLog(settings.logLevel);
  const sources = createSources(settings, log);
  const http = new ApiHttp(settings.api);
  const slots = new Slots();
  const tools = {
    reporter: new Reporter(sources, settings.agentId, log, { slots }),
    slots,
    parts: new Parts(),
    pusher: new Pusher(http, systemClock, log),
    health: new Health(systemClock.now(), settings.agentName),
    clock: systemClock,
    log,
  };
  const close = (): void => {
    for (const source of sources) source.close();
    http.close();
  };
  signal.addEventListener("abort", close);
  try {
    if (command.kind === "check") {
      const ok = await check(settings, sources, http, (line) => process.stdout.write(`${line}\n`), signal);
      return ok ? 0 : 1;
    }
    if (command.kind === "once") {
      const ok = await sendOnce(tools, signal, command.printOnly ? settings.api.address : undefined);
      return ok ? 0 : 1;
    }
    log.info("agent started", { version, agentId: settings.agentId, deployments: sources.length });
    warnOfUnverified(settings, log.warn);
    const warning = exposureWarning(settings.exposed);
    if (warning !== undefined) log.warn(warning);
    const share = ownShare(settings.agentId);
    const backoff = new Backoff({ random: Math.random, rejectedKeySeconds, share });
    const earlyReporter = new EarlyReporter({ sources: tools.reporter.watched, clock: systemClock, log });
    const { healthFile: file } = settings;
    const healthFile = file === undefined ? undefined : new HealthFile(file, log, systemClock.now());
    await runLoop({ ...tools, backoff, earlyReporter, ...(healthFile && { healthFile }) }, signal);
    healthFile?.remove();
    log.info("agent stopped");
    return 0;
  } finally {
    close();
  }
}

function warnOfUnverified({ api, deployments }: Settings, warn: ReturnType<typeof createLog>["warn"]): void {
  if (api.isInsecure) warn("the key goes to the API without TLS (insecureHttp)");
  for (const { name, tls } of deployments)
    if (tls?.insecureSkipVerify)
      warn("the certificate of this server is not verified (tls.insecureSkipVerify)", { deployment: name });
}

/**
 * A signal that SIGTERM or SIGINT aborts. Two seconds later the process is ended, even if something still
 * hangs.
 */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => {
    controller.abort();
    setTimeout(() => process.exit(0), stopMilliseconds).unref();
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  return controller.signal;
}

endWithReaders(process.stdout, process.stderr);
process.exitCode = await main(process.argv.slice(2));
