import type { Command, Options } from "../src/command.ts";
import { commands } from "../src/commands.ts";
import { groupsOf, linesOfOptions, usageOf, wrap } from "../src/help.ts";
import { everywhere, printing } from "../src/options.ts";

/** The line width of the project's documents. */
const width = 100;
const paragraph = (text: string): string => `${wrap(text, width).join("\n")}\n`;
const bullets = (...texts: readonly string[]): string =>
  texts.map((text) => `- ${wrap(text, width - 2).join("\n  ")}\n`).join("");
const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\`\n`;

const optionList = (options: Options): string =>
  bullets(...linesOfOptions(options).map(([flag, help]) => `\`${flag}\`: ${help}`));

/** One command: how it is called, what it does, its own options, and examples. */
function sectionOf(command: Command): string[] {
  const { name, summary, about = [], examples } = command;
  const own = groupsOf(command).filter(([heading]) => heading === "Options");
  const shown = examples.map(({ line, does }) => `# ${does}\n${line}`);
  return [
    `## ${name}\n`,
    fence("", usageOf(command)),
    paragraph(`${summary}.`),
    ...about.map(paragraph),
    ...own.map(([, options]) => optionList(options)),
    fence("sh", shown.join("\n")),
  ];
}

const begin = [
  "# Command line\n",
  paragraph(
    "`shardwatch` asks the API what the screens ask, as a [person](programs.md#as-a-person-at-a-command-line) or with an [API token](programs.md#tokens). `npm run page -w @shardwatch/cli` writes this page from the commands themselves.",
  ),
  "## Install\n",
  paragraph("It is one file and needs Node 20.19 or newer. The server's image has it, too."),
  fence(
    "sh",
    [
      "npm run pack-npm -w @shardwatch/cli            # dist/cli/shardwatch-cli-<version>.tgz, for npx and npm",
      "npm install --global ./dist/cli/shardwatch-cli-<version>.tgz   # then, shardwatch is a command",
      "npx ./dist/cli/shardwatch-cli-<version>.tgz list               # without installing it",
      "docker exec <container of the server> shardwatch --version",
    ].join("\n"),
  ),
  "## Sign in\n",
  fence(
    "sh",
    [
      "shardwatch login https://shardwatch.example/api        # for people: in the browser, as themselves",
      "export SHARDWATCH_URL=https://shardwatch.example/api   # for pipelines: where the API is",
      "export SHARDWATCH_TOKEN=sw_tok_…                       # from their store of secrets",
    ].join("\n"),
  ),
  bullets(
    "The two variables win over every profile. One of them alone is refused.",
    "Profiles are in `shardwatch/config` below `XDG_CONFIG_HOME`, else below `~/.config`. A file that others can read is refused, and so are links.",
    "A token goes to `https://` alone, or to this machine. No redirect is followed.",
    "`NODE_EXTRA_CA_CERTS` names a file with the certificate of a private authority. No setting switches the check off.",
  ),
];

const output = [
  "## Output\n",
  paragraph(
    "On a terminal, a table is as wide as the terminal. In a pipe, it has the same columns, whole, with tabs between them. Then times are in UTC, and what is not known is empty. Data is on the standard output, and words about it on the error output.",
  ),
  optionList(printing),
  paragraph(
    "Names are texts of other people. What could steer a terminal is taken out of tables and files. JSON has it, written by its number. A long table goes through `SHARDWATCH_PAGER`, else `PAGER`, else `less`.",
  ),
  fence("sh", "shardwatch list --ndjson | jq --raw-output 'select(.databaseCount > 10) | .name'"),
  "## Exit codes\n",
  bullets(
    "0: done. `check` found nothing.",
    "1: `check` found incidents, and `apply --dry-run` what would change. The API refused what another command asked for.",
    "2: wrong usage, no network, no answer in time, or a state that is not known. What is not known is never 0.",
    "4: not signed in, or the token was refused.",
    "130: interrupted.",
  ),
  paragraph(
    "A closed pipe, such as that of `| head -1`, ends with 0. A question is asked again after 429, 502, 503, 504 and a broken connection, within its time. What changes something is sent once, unless the API knows it again: a silence, and what `apply` creates.",
  ),
  "## Options of every command\n",
  optionList(everywhere),
];

/** The page of the documentation about the command line. */
export const commandLinePage = (): string =>
  [...begin, ...output, ...commands.flatMap(sectionOf)].join("\n").replaceAll("\n\n\n", "\n\n");
