import { command } from "../command.ts";
import { wrongUsage } from "../exit.ts";

export const apply = command({
  name: "apply",
  summary: "Make channels, routes, rules, silences and shared views as a file has them",
  most: 0,
  about: [
    "`shardwatch export` writes such a file. docs/configuration-as-code.md has every setting.",
    "It says first what it creates (+), changes (~) and deletes (-). Objects go by their names, built-in rules by their ids, silences by all that they say. What the file doesn't list is left alone. Routes are replaced as a whole.",
    "Applying a file twice changes nothing the second time. After a broken connection, apply it again: nothing is made twice. A silence that is over is not made.",
    "With `--dry-run`, it ends with 0 where nothing would change, and with 1 where something would. It ends with 2 where that is not known, or would be refused.",
    "Addresses, tokens, keys and secrets of channels are in variables or files that the file names. The server never shows them. A new address, token or key is seen by its host and its last characters, a new secret is sent with `--secrets` only.",
    "The token needs the scopes of what the file lists: `channels` for channels and routes, `incidents` and `read` for silences. Rules and views need `rules` and `read`. For rules that name channels, it needs `channels` as well. A person asks for them: `shardwatch login <address> --scopes read,incidents,channels,rules`.",
    "The token needs the scopes of what the file lists: `channels` for channels and routes, `incidents` and `read` for silences. Rules and views need `rules` and `read`. For rules that name channels, it needs `channels` as well. A person asks for them: `shardwatch login <address> --scopes read,incidents,channels,rules`.",
  ],
  options: {
    file: { value: "path", short: "f", help: "the file, as YAML or JSON; `-` is the standard input" },
    "dry-run": { help: "only say what would change" },
    prune: {
      help: "delete what the file doesn't have, of the kinds that it lists, and reset built-in rules; never views that are not shared",
    },
    secrets: { help: "send addresses and secrets also where no change is seen" },
  },
  examples: [
    { line: "shardwatch apply -f fleet.yaml --dry-run", does: "What would change." },
    { line: "shardwatch apply -f fleet.yaml", does: "Changes it." },
    { line: "shardwatch apply -f fleet.yaml --prune", does: "Deletes what is not in the file, too." },
  ],
  async run({ values, api, machine, say }) {
    const { file: path } = values;
    if (path === undefined)
      throw wrongUsage("Which file? Name it: -f <path>, or -f - for the standard input.");
    // Only this command and export need a parser of YAML.
    const { applyFile } = await import("../configuration/apply-file.ts");
    const asked = {
      path,
      isDryRun: values["dry-run"] === true,
      sendsSecrets: values.secrets === true,
      prunes: values.prune === true,
    };
    return await applyFile(asked, { api, machine, say });
  },
});
