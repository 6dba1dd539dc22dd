import type { Api } from "./api/api.ts";
import type { Credentials, Profiles } from "./credentials/profiles.ts";
import type { ExitCode } from "./exit.ts";
import type { Machine } from "./machine.ts";
import type { Output } from "./output/output.ts";

/** An option of a command. Without `value` it is a switch. */
export interface Option {
  /** What its value is, as help shows it: "duration". */
  value?: string;
  /** The words that the value can be. */
  words?: readonly string[];
  /** Whether it can be something else, too. */
  isOpen?: true;
  short?: string;
  help: string;
}

export type Options = Readonly<Record<string, Option>>;

/** What a person gave for options. */
export type ValuesOf<O extends Options> = {
  readonly [Name in keyof O]?: O[Name] extends { value: string } ? string : true;
};

/** What a command works with. */
export interface Work<O extends Options = Options> {
  values: ValuesOf<O>;
  /** The arguments that are no options. */
  words: readonly string[];
  machine: Machine;
  profiles: Profiles;
  /** The API, as whom the person is signed in. Throws a Failure where they are not. */
  api: () => Api;
  /** The API with other credentials. */
  apiWith: (credentials: Credentials) => Api;
  /** Prints what was asked for, in the form that was asked for. */
  output: Output;
  /** Says something about it to a person, on a line of its own. */
  say: (text: string) => void;
}

/** An entry of the table of commands. Help, completion and the page of the documentation follow from it. */
export interface Command<O extends Options = Options> {
  name: string;
  /** What it does, in a line that begins with a verb. */
  summary: string;
  /** What comes after its name: "[filter…]". */
  words?: string;
  /** How many words it takes. Without it, any number of a filter. */
  most?: number;
  /** The fixed words that it takes first: what completion offers. */
  choices?: readonly string[];
  /** Paragraphs about it. */
  about?: readonly string[];
  options?: O;
  /** Whether its words are a filter, as above a list. */
  takesFilter?: true;
  /** Names of the objects' fields, where it prints objects of the API: `--json` picks them. */
  fields?: readonly string[];
  examples: readonly { line: string; does: string }[];
  run(work: Work<O>): Promise<ExitCode>;
}

/** Declares a command, with the types of its options. */
export const command = <const O extends Options>(declared: Command<O>): Command => declared;
