import { parseArgs } from "node:util";

export const usage = `Usage: shardwatch-agent <command> --config <file>

Commands:
  run     read the configured servers and report them until stopped
  once    send one report and end
  check   try the configuration, the API and every server, and say what is missing

Options:
  --config <file>   configuration in YAML
  --print-only      with once: print the report instead of sending it
  --version         print the version
  --help            print this text
`;

export type CommandLine =
  | { kind: "run" | "check"; config: string }
  | { kind: "once"; config: string; printOnly: boolean }
  | { kind: "help" | "version" }
  | { kind: "wrong"; message: string };

/** Parses the arguments, without node and the script. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        config: { type: "string" },
        "print-only": { type: "boolean" },
        version: { type: "boolean" },
        help: { type: "boolean" },
      },
    });
    if (values.help) return { kind: "help" };
    if (values.version) return { kind: "version" };
    const [kind, ...more] = positionals;
    if (kind !== "run" && kind !== "once" && kind !== "check")
      return wrong("give a command: run, once or check");
    if (more.length > 0) return wrong(`unexpected argument: ${more[0]}`);
    if (!values.config) return wrong("--config <file> is missing");
    if (kind === "once") return { kind, config: values.config, printOnly: values["print-only"] === true };
    return values["print-only"] ? wrong("--print-only belongs to once") : { kind, config: values.config };
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
}

function wrong(message: string): CommandLine {
  return { kind: "wrong", message };
}
