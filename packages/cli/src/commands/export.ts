import { writeFileSync } from "node:fs";
import { command } from "../command.ts";
import { exit, Failure, wrongUsage } from "../exit.ts";

const kinds = ["channels", "routes", "rules", "silences", "views"];

export const exportCommand = command({
  name: "export",
  summary: "Write channels, routes, rules, silences and shared views as a file for apply",
  words: "[channels|routes|rules|silences|views…]",
  about: [
    "Applying the file changes nothing. Addresses, tokens, keys and secrets of channels are not in it: it names a variable for each.",
    "Of rules it has your own, and what you changed about built-in ones. Left out are silences that are over, views that are not shared, and what the server's own configuration file manages.",
  ],
  options: {
    output: { value: "path", short: "o", help: "write it there; without it, to the standard output" },
    json: { help: "JSON instead of YAML" },
  },
  examples: [
    { line: "shardwatch export -o fleet.yaml", does: "All of it." },
    { line: "shardwatch export views", does: "Views alone, which need no more than the scope to read." },
  ],
  async run({ values, words, api, machine, say }) {
    const wrong = words.find((word) => !kinds.includes(word));
    if (wrong !== undefined) throw wrongUsage(`export knows no “${wrong}”. There are: ${kinds.join(", ")}`);
    const { exportFile } = await import("../configuration/apply-file.ts");
    const text = await exportFile(api(), { names: words, isJson: values.json === true });
    const { output } = values;
    if (output === undefined) machine.stdout.write(text);
    else {
      write(output, text);
      say(`Wrote ${output}.`);
    }
    return exit.done;
  },
});

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    throw new Failure(exit.trouble, `${path} can't be written (${code}).`);
  }
}
