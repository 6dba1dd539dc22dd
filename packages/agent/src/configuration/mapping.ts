import type { Faults } from "./faults.ts";
import { suggestion } from "@shardwatch/core/kit/suggest";

/**
 * One block of settings. Every getter notes a fault under the setting's full path and continues,
 * so that a person sees all faults at once.
 */
export class Mapping {
  readonly path: string;
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #faults: Faults;

  /** @param known every allowed setting; others become faults */
  constructor(value: unknown, path: string, known: readonly string[], faults: Faults) {
    this.path = path;
    this.#faults = faults;
    this.#values = isRecord(value) ? value : {};
    if (!isRecord(value)) {
      const list = `must be a list of settings such as "${known[0]}: ..."`;
      faults.note(path || "the file", faults.names.variableOf(path) ? "must be true or false" : list);
    }
    const unknown = Object.keys(this.#values).filter((name) => !known.includes(name));
    for (const name of unknown.filter(isWord)) this.fault(name, `is not a setting${suggestion(name, known)}`);
    if (!unknown.every(isWord))
      faults.note(path || "the file", "has a setting whose name is no word of letters");
  }

  fault(name: string, message: string): void {
    this.#faults.note(this.at(name), message);
  }

  /** The setting's full path, e.g. "deployments[1].tls.ca". */
  at(name: string): string {
    return this.path === "" ? name : `${this.path}.${name}`;
  }

  /** Whether the setting is an environment variable. */
  isVariable(name: string): boolean {
    return this.#faults.names.variableOf(this.at(name)) !== undefined;
  }

  /** The whole name of a setting: its path in the file, or its variable. */
  fullName(name: string): string {
    return this.#faults.names.variableOf(this.at(name)) ?? this.at(name);
  }

  /** What a message calls a setting of this block: "passwordFile", or the whole name of its variable. */
  called(name: string): string {
    return this.#faults.names.variableOf(this.at(name)) ?? name;
  }

  /** The settings that can hold a secret, for a message. */
  secretChoices(name: string): string {
    const inFile = this.isVariable(name) ? [] : [this.called(`${name}Env`)];
    return [this.called(`${name}File`), ...inFile].join(", ") + ` or ${this.called(name)}`;
  }

  /** A setting with a value, as a person would write it. */
  example(name: string, value: string): string {
    return this.isVariable(name) ? `${this.called(name)}=${value}` : `${name}: ${value}`;
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined && this.#values[name] !== null;
  }

  raw(name: string): unknown {
    return this.#values[name];
  }

  /** A text unchanged; undefined when it is absent or not a text. */
  exactText(name: string): string | undefined {
    if (!this.has(name)) return undefined;
    const value = this.#values[name];
    if (typeof value === "string") return value;
    this.fault(name, 'must be a text; put it in quotes: "..."');
    return undefined;
  }

  /** A text without surrounding spaces; undefined when it is absent or not a usable text. */
  text(name: string, longest = 200): string | undefined {
    const text = this.exactText(name)?.trim();
    if (text === undefined) return undefined;
    if (text === "") this.fault(name, "is empty");
    else if (text.length > longest) this.fault(name, `is longer than ${longest} characters`);
    else return text;
    return undefined;
  }

  /** A required text. */
  required(name: string, example: string): string | undefined {
    if (!this.has(name)) this.fault(name, `is missing; for example ${this.example(name, example)}`);
    return this.text(name);
  }

  flag(name: string): boolean {
    if (!this.has(name)) return false;
    const value = this.#values[name];
    if (typeof value !== "boolean") this.fault(name, "must be true or false");
    return value === true;
  }
}

/** Of another name nothing is shown: it may be a secret, a line of another file, or an order to the terminal. */
const isWord = (name: string): boolean => /^[A-Za-z]{1,40}$/.test(name);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
