import { Problem } from "../kit/problem.ts";
import type { Condition } from "./expression.ts";
import type { Field } from "./field.ts";
import type { Key } from "./keys.ts";

/** The attributes of a row as plain values. */
export type Row = Readonly<Record<string, unknown>>;

/** A row as it was read, with its key. */
export type StoredRow = Key & Row;

/**
 * The attribute with the version in which a row was written; absent in rows from before there were versions.
 */
export const versionAttribute = "v";

export type Fields = Readonly<Record<string, Field<unknown>>>;

type Held<F> = F extends Field<infer T> ? T : never;
type Named<F extends Fields, Presence> = {
  [K in keyof F]: F[K]["presence"] extends Presence ? K : never;
}[keyof F];
type Flat<T> = { [K in keyof T]: T[K] };

/** The value that reading a row returns. */
export type ValueOf<F extends Fields> = Flat<
  { [K in Named<F, "always" | "filled">]: Held<F[K]> } & {
    [K in Named<F, "optional">]?: Held<F[K]> | undefined;
  }
>;

/** The value that writing a whole row takes. */
export type InputOf<F extends Fields> = Flat<
  { [K in Named<F, "always">]: Held<F[K]> } & {
    [K in Named<F, "optional" | "filled">]?: Held<F[K]> | undefined;
  }
>;

/** The value that writing some fields of a row takes. */
export type PartOf<F extends Fields> = { [K in keyof F]?: Held<F[K]> | undefined };

/** The value that a kind of row is read as. */
export type RowOf<K> = K extends RowKind<infer F> ? ValueOf<F> : never;

type Column = readonly [name: string, attribute: string, field: Field<unknown>];

/** Some of a row's fields, for queries that read nothing else. */
export interface RowPart<T> {
  /** Names of the attributes to read. */
  attributes: string[];
  read: (row: Row) => T;
}

/**
 * A kind of row: its name, the version in which this release writes it, and its fields. Code uses long names;
 * short ones exist only in the table. docs/data-model.md describes how a kind may change.
 */
export class RowKind<F extends Fields> {
  readonly name: string;
  readonly version: number;
  /** The names of the attributes by field, for conditions and changes. */
  readonly attribute: { readonly [K in keyof F]: string };
  readonly #fields: readonly Column[];

  constructor(name: string, version: number, fields: F) {
    this.name = name;
    this.version = version;
    this.#fields = Object.entries(fields).map(([field, of]) => [field, of.stored ?? field, of]);
    // Writing the version would overwrite the field, and reading would take the field for the version.
    const clash = this.#fields.find(([, attribute]) => attribute === versionAttribute);
    if (clash) throw new Error(`the field ${clash[0]} of "${name}" is stored as the version of the row`);
    const names = this.#fields.map(([field, attribute]) => [field, attribute]);
    this.attribute = Object.fromEntries(names) as { [K in keyof F]: string };
  }

  /**
   * Reads a row. It fills in fields that former versions lack, and ignores unknown attributes. Throws
   * unavailable for a row of a newer version than this release supports, and a defect for an attribute of
   * another kind.
   */
  readonly read = (row: Row): ValueOf<F> => this.#read(row, this.#fields) as ValueOf<F>;

  #read(row: Row, fields: readonly Column[]): object {
    const version = row[versionAttribute] ?? 0;
    if (typeof version !== "number") throw this.#defect(versionAttribute, "a number");
    if (version > this.version) throw tooNew();
    const value: Record<string, unknown> = {};
    for (const [name, attribute, { kind, holds, presence, former }] of fields) {
      const content = row[attribute] ?? former;
      if (content === undefined && presence === "optional") continue;
      if (!holds(content)) throw this.#defect(attribute, kind);
      value[name] = content;
    }
    return value;
  }

  /** Reads some of the fields. The row may have been read with only the attributes of this part. */
  part<K extends keyof F & string>(...names: readonly K[]): RowPart<Pick<ValueOf<F>, K & keyof ValueOf<F>>> {
    const fields = this.#fields.filter(([name]) => names.some((one) => one === name));
    return {
      attributes: [versionAttribute, ...fields.map(([, attribute]) => attribute)],
      read: (row) => this.#read(row, fields) as Pick<ValueOf<F>, K & keyof ValueOf<F>>,
    };
  }

  /** The attributes of a whole row, with its version. */
  write(value: InputOf<F>): Row {
    return { ...this.#attributes(value), [versionAttribute]: this.version };
  }

  /**
   * The change of a stored row that then has these fields and no others of this release. What only a later
   * release knows stays: this one may run again after it. Creates the row where there is none.
   */
  replace(value: InputOf<F>): { set: Row; remove: string[] } {
    return this.replaceWith(this.write(value));
  }

  /** The same for attributes, as `write` returns them. */
  replaceWith(attributes: Row): { set: Row; remove: string[] } {
    const absent = this.#fields.filter(([, attribute]) => attributes[attribute] === undefined);
    return { set: attributes, remove: absent.map(([, attribute]) => attribute) };
  }

  /**
   * The attributes that a change sets. The version stays, so a row of a later version keeps fields that only
   * that version has.
   */
  changes(part: PartOf<F>): Row {
    return this.#attributes(part);
  }

  #attributes(given: Row): Row {
    const pairs = this.#fields.flatMap(([name, attribute]) =>
      given[name] === undefined ? [] : [[attribute, given[name]] as const],
    );
    return Object.fromEntries(pairs);
  }

  /** Holds while these fields have the given values. A field given as undefined must be absent. */
  equals(part: PartOf<F>): Condition[] {
    const given: Row = part;
    return this.#fields.flatMap(([name, attribute]): Condition[] => {
      if (!(name in given)) return [];
      const value = given[name];
      return [value === undefined ? { attribute, absent: true } : { attribute, is: "=", value }];
    });
  }

  #defect(attribute: string, kind: string): Error {
    return new Error(`the row of kind "${this.name}" is damaged: ${attribute} must be ${kind}`);
  }
}

/** During a rollout the previous release still runs, and may read rows of the new one. */
function tooNew(): Problem {
  return new Problem("unavailable", "Shardwatch is being updated. Please try again in a moment.", {
    retryAfterSeconds: 5,
  });
}
