import { nearest } from "@shardwatch/core/contract/filter/nearest";
import { cleanText } from "@shardwatch/core/kit/foreign-text";
import { Api } from "./api/api.ts";
import type { Command, Options, ValuesOf } from "./command.ts";
import { commands } from "./commands.ts";
import { type Credentials, Profiles } from "./credentials/profiles.ts";
import { exit, type ExitCode, Failure, wrongUsage } from "./exit.ts";
import { helpOf, helpOfAll } from "./help.ts";
import type { Machine } from "./machine.ts";
import { timeouts } from "./options.ts";
import { Output, type Wanted } from "./output/output.ts";
import { parse, type Parsed } from "./parse.ts";
import { version } from "./version.ts";

/** Runs the command of the arguments. Never rejects: what goes wrong is said, and is the exit code. */
export async function run(args: readonly string[], machine: Machine): Promise<ExitCode> {
  const say = (text: string) => machine.stderr.write(`${cleanText(text)}\n`);
  try {
    return await dispatch(args, machine, say);
  } catch (error) {
    if (machine.interrupted.aborted) return exit.interrupted;
    if (!(error instanceof Failure)) {
      // An answer that has another form than ours, or a defect of ours.
      say(`shardwatch: the answer could not be understood (${(error as Error).message})`);
      return exit.trouble;
    }
    say(`shardwatch: ${error.message}`);
    for (const detail of error.details) say(`  ${detail}`);
    return error.exitCode;
  }
}

async function dispatch(
  args: readonly string[],
  machine: Machine,
  say: (text: string) => void,
): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === "--version") {
    machine.stdout.write(`${version}\n`);
    return exit.done;
  }
  if (name === undefined) {
    machine.stderr.write(helpOfAll(commands));
    return exit.trouble;
  }
  if (["--help", "-h", "help"].includes(name)) {
    const [about] = rest;
    machine.stdout.write(about === undefined ? helpOfAll(commands) : helpOf(commandNamed(about)));
    return exit.done;
  }
  const found = commandNamed(name);
  const parsed = parse(found, rest);
  if (parsed.values["help"]) {
    machine.stdout.write(helpOf(found));
    return exit.done;
  }
  const profiles = new Profiles(machine, textIn(parsed, "profile"));
  const timeout = timeoutIn(parsed);
  const apiWith = ({ url, token }: Credentials) => new Api({ url, token, timeout, machine });
  const api = () => apiWith(profiles.find());
  const output = new Output(machine, wantedIn(parsed, machine));
  const { words } = parsed;
  const values = parsed.values as ValuesOf<Options>;
  return await found.run({ values, words, machine, profiles, api, apiWith, output, say });
}

function commandNamed(name: string): Command {
  const found = commands.find((one) => one.name === name);
  if (found) return found;
  const names = commands.map((one) => one.name);
  const meant = name.startsWith("-") ? undefined : nearest(name, names);
  throw wrongUsage(`There is no command ${name}${meant === undefined ? "." : `; did you mean ${meant}?`}`, [
    `There are: ${names.join(", ")}`,
  ]);
}

const textIn = ({ values }: Parsed, name: string): string | undefined => {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
};

function timeoutIn(parsed: Parsed): number {
  const text = textIn(parsed, "timeout");
  const seconds = text === undefined ? timeouts.usual : /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > timeouts.most)
    throw wrongUsage(`--timeout is a whole number of seconds from 1 to ${timeouts.most}.`);
  return seconds * 1_000;
}

const forms = ["json", "ndjson", "csv"] as const;

function wantedIn(parsed: Parsed, { env, stdout }: Machine): Wanted {
  const { values, fields } = parsed;
  const chosen = forms.filter((form) => values[form]);
  if (chosen.length > 1) throw wrongUsage(`Choose one of --${chosen.join(", --")}.`);
  const [form = "table"] = chosen;
  const columns = textIn(parsed, "columns")?.split(",");
  if (columns && (form === "json" || form === "ndjson"))
    throw wrongUsage("--columns is for tables and files. Fields of objects are picked by --json.");
  const isPlain = (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb" || values["no-color"];
  return {
    form,
    ...(fields && { fields }),
    ...(columns && { columns }),
    hasHeader: !values["no-header"],
    hasColor: stdout.isTerminal && !isPlain,
    hasPager: !values["no-pager"],
  };
}
