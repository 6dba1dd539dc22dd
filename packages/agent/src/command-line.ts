import { parseArgs } from "node:util";

export const usage = `Usage: shardwatch-agent <command> [--config <file>]

Commands:
  run      read the configured servers and report them until stopped
  once     send one report and end
  check    try the configuration, the API and every server, and say what is missing
  health   say whether the running agent reports; for probes of orchestrators
  keygen   make an agent key or an API token, and the digest of it that a server can be given

Options:
  --config <file>   configuration in YAML; without it, environment variables are the configuration
  --print-only      with once: print the report instead of sending it
  --live            with health: only whether the agent works, although the API may be down
  --token           with keygen: make an API token instead of an agent key
  --out <file>      with keygen: write it into a new file instead of printing it
  --id <id>         with keygen: a new secret for the key or the token with this id
  --version         print the version
  --help            print this text
`;

export type CommandLine =
  | { kind: "run" | "check"; config: string | undefined }
  | { kind: "once"; config: string | undefined; printOnly: boolean }
  | { kind: "health"; config: string | undefined; live: boolean }
  | { kind: "keygen"; out: string | undefined; id: string | undefined; token: boolean }
  | { kind: "help" | "version" }
  | { kind: "wrong"; message: string };

const options = {
  config: { type: "string" },
  "print-only": { type: "boolean" },
  live: { type: "boolean" },
  out: { type: "string" },
  id: { type: "string" },
  token: { type: "boolean" },
  version: { type: "boolean" },
  help: { type: "boolean" },
} as const;

/** Which options each command takes. */
const commands: Readonly<Record<string, readonly string[]>> = {
  run: ["config"],
  once: ["config", "print-only"],
  check: ["config"],
  health: ["config", "live"],
  keygen: ["out", "id", "token"],
};

/** Parses the arguments, without node and the script. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    if (values.help) return { kind: "help" };
    if (values.version) return { kind: "version" };
    const [kind = "", ...more] = positionals;
    const taken = Object.hasOwn(commands, kind) ? commands[kind] : undefined;
    if (!taken) return wrong("give a command: run, once, check, health or keygen");
    if (more.length > 0) return wrong(`unexpected argument: ${more[0]}`);
    const foreign = Object.keys(values).find((name) => !taken.includes(name));
    if (foreign !== undefined) return wrong(`--${foreign} does not belong to ${kind}`);
    const empty = Object.entries(values).find(([, value]) => value === "");
    if (empty) return wrong(`--${empty[0]} is empty`);
    const { config, out, id } = values;
    if (kind === "once") return { kind, config, printOnly: values["print-only"] === true };
    if (kind === "health") return { kind, config, live: values.live === true };
    if (kind === "keygen") return { kind, out, id, token: values.token === true };
    return { kind: kind === "run" ? "run" : "check", config };
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
}

function wrong(message: string): CommandLine {
  return { kind: "wrong", message };
}
