import type { Command, Option, Options } from "./command.ts";
import { everywhere, printing } from "./options.ts";

const flag = (name: string, { value, short }: Option): string =>
  `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` <${value}>`}`;

/** The groups of options that a command has, with their headings. */
export function groupsOf({ options = {}, fields }: Command): [heading: string, options: Options][] {
  const groups: [string, Options][] = [
    ["Options", options],
    ["Output", fields ? printing : {}],
    ["Everywhere", everywhere],
  ];
  return groups.filter(([, some]) => Object.keys(some).length > 0);
}

/** What is written beside each option. */
export const linesOfOptions = (options: Options): [flag: string, help: string][] =>
  Object.entries(options).map(([name, option]) => [
    flag(name, option),
    `${option.help}${option.words ? `. ${option.isOpen ? "Built in are" : "One of"} ${option.words.map((word) => `\`${word}\``).join(", ")}` : ""}`,
  ]);

export const usageOf = ({ name, words, options, fields }: Command): string =>
  [
    `shardwatch ${name}`,
    words,
    (options && Object.keys(options).length > 0) || fields ? "[options]" : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(" ");

/** Two columns of text, with the second one wrapped. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.min(28, Math.max(...rows.map(([first]) => first.length)));
  return rows
    .map(([first, second]) => {
      const lines = wrap(second, 78 - width);
      const begin = first.length > width ? `  ${first}\n  ${" ".repeat(width)}` : `  ${first.padEnd(width)}`;
      return `${begin}  ${lines.join(`\n  ${" ".repeat(width)}  `)}\n`;
    })
    .join("");
}

/** A text in lines of at most so many characters. What is between backticks stays together. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const [word] of text.matchAll(/(?:`[^`]*`|\S)+/g)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] += ` ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The help of one command. */
export function helpOf(command: Command): string {
  const { summary, about = [], examples } = command;
  return [
    `${usageOf(command)}\n\n`,
    ...[`${summary}.`, ...about].map((text) => `${wrap(text.replaceAll("`", ""), 80).join("\n")}\n\n`),
    ...groupsOf(command).map(
      ([heading, options]) => `${heading}:\n${columns(linesOfOptions(options)).replaceAll("`", "")}\n`,
    ),
    `Examples:\n${examples.map(({ line, does }) => `  ${line}\n      ${does}\n`).join("")}`,
  ].join("");
}

/** The help of all: each command in a line. */
export const helpOfAll = (commands: readonly Command[]): string =>
  [
    "shardwatch <command> [options]\n\n",
    "Asks a Shardwatch server about your Redis and Valkey deployments.\n\n",
    "Commands:\n",
    columns(commands.map(({ name, summary }) => [name, summary])),
    "\nSHARDWATCH_URL and SHARDWATCH_TOKEN say where to ask, and as whom.\n",
    "`shardwatch <command> --help` has the options of a command.\n",
  ].join("");
