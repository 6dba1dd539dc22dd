import { parseArgs } from "node:util";
import { isField } from "@shardwatch/core/contract/filter/fields";
import { termOf } from "@shardwatch/core/contract/filter/line";
import { nearest } from "@shardwatch/core/contract/filter/nearest";
import type { Command, Option, Options } from "./command.ts";
import { wrongUsage } from "./exit.ts";
import { everywhere, printing } from "./options.ts";

/** What a person wrote behind the name of a command. */
export interface Parsed {
  values: Readonly<Record<string, string | true>>;
  words: readonly string[];
  /** What `--json` picks; undefined for whole objects. */
  fields?: readonly string[];
}

/** Every option that a command takes: its own, those of printing, and those of all. */
export const optionsOf = ({ options = {}, fields }: Command): Options => ({
  ...options,
  ...(fields && printing),
  ...everywhere,
});

/** Whether an argument excludes from a filter, such as "-tls:no". It is no option. */
function excludes(arg: string): boolean {
  const term = termOf(arg);
  return term !== undefined && term.isExcluded && isField(term.name);
}

/** Reads the arguments behind the name of a command. Throws a Failure that says what is wrong with them. */
export function parse(command: Command, args: readonly string[]): Parsed {
  const options = optionsOf(command);
  const isExcluding = (arg: string) => command.takesFilter === true && excludes(arg);
  const { tokens } = parseArgs({
    args: args.filter((arg) => !isExcluding(arg)),
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value, short }]) => [
        name,
        { type: value === undefined ? "boolean" : "string", ...(short !== undefined && { short }) },
      ]),
    ),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const values: Record<string, string | true> = {};
  const words: string[] = [];
  let fields: readonly string[] | undefined;
  for (const [place, token] of tokens.entries()) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional") {
      const before = tokens[place - 1];
      const isPicked = before?.kind === "option" && before.name === "json" && before.value === undefined;
      const picked = isPicked ? fieldsIn(command, token.value) : undefined;
      if (picked) fields = picked;
      else words.push(token.value);
      continue;
    }
    const { name, rawName, value, inlineValue } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option) throw unknownOption(rawName, command, options);
    if (name === "json" && value !== undefined) {
      fields = fieldsIn(command, value) ?? unknownFields(command, value);
      values[name] = true;
    } else values[name] = valueOf(option, { rawName, value, isInline: inlineValue === true });
  }
  const asked = [...words, ...args.filter(isExcluding)];
  if (values["help"] === undefined) checkWords(command, asked);
  return { values, words: asked, ...(fields && { fields }) };
}

function valueOf(
  { value: expected, words: known, isOpen }: Option,
  { rawName, value, isInline }: { rawName: string; value: string | undefined; isInline: boolean },
): string | true {
  if (expected === undefined) {
    if (value !== undefined) throw wrongUsage(`${rawName} takes no value.`);
    return true;
  }
  if (value === undefined || value === "" || (!isInline && value.startsWith("-") && value !== "-"))
    throw wrongUsage(`${rawName} needs a value: ${rawName} <${expected}>`);
  if (known && !isOpen && !known.includes(value))
    throw wrongUsage(`${rawName} is one of ${known.join(", ")}.`);
  return value;
}

function unknownOption(rawName: string, { name }: Command, options: Options): Error {
  const meant = nearest(rawName.replace(/^-+/, ""), Object.keys(options));
  return wrongUsage(
    `${name} has no option ${rawName}${meant === undefined ? "" : `; did you mean --${meant}?`}`,
    [`shardwatch ${name} --help`],
  );
}

/** Fields with commas between them; undefined where one of them does not exist. */
function fieldsIn({ fields = [] }: Command, text: string): readonly string[] | undefined {
  const asked = text.split(",");
  return asked.every((one) => fields.includes(one)) ? asked : undefined;
}

function unknownFields({ fields = [] }: Command, text: string): never {
  const wrong = text.split(",").find((one) => !fields.includes(one)) ?? "";
  const meant = nearest(wrong, fields);
  throw wrongUsage(`--json has no field “${wrong}”${meant === undefined ? "" : `; did you mean ${meant}?`}`, [
    `There are: ${fields.join(", ")}`,
  ]);
}

function checkWords({ name, choices, most, words: usage = "" }: Command, words: readonly string[]): void {
  if (most !== undefined && words.length > most)
    throw wrongUsage(`${name} takes no “${words[most]}”.`, [
      `shardwatch ${name} ${usage}`.trimEnd(),
      `shardwatch ${name} --help`,
    ]);
  if (choices && !choices.includes(words[0] ?? ""))
    throw wrongUsage(`${name} needs one of ${choices.join(", ")}.`);
}
