/*
 * The kinds of fields that a row can declare. A kind only describes which values it holds; it converts
 * nothing. Larger values (figures, databases) are stored as JSON text or as bytes, which the noun itself
 * reads.
 */

/** One attribute of a row. */
export interface Field<
  T,
  Presence extends "always" | "optional" | "filled" = "always" | "optional" | "filled",
> {
  /** The end of a defect's message: the attribute "must be a number". */
  readonly kind: string;
  readonly holds: (value: unknown) => value is T;
  /** The attribute's name in the table, if it is shorter than the field's. */
  readonly stored: string | undefined;
  /**
   * "optional": the field may be absent. "filled": rows of former versions lack it and are read with `former`
   * instead.
   */
  readonly presence: Presence;
  readonly former: T | undefined;
}

type Always<T> = Field<T, "always">;

function field<T>(kind: string, holds: (value: unknown) => value is T, stored?: string): Always<T> {
  return { kind, holds, stored, presence: "always", former: undefined };
}

const isNumber = (value: unknown): value is number => typeof value === "number";
const isFlag = (value: unknown): value is boolean => typeof value === "boolean";
const isTrue = (value: unknown): value is true => value === true;
const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;

/**
 * A text. T may name the allowed values, but they are not checked, because a later release may add some.
 * @param stored the attribute's name in the table; the field's own when it is left out
 */
export const text = <T extends string = string>(stored?: string): Always<T> =>
  field("a text", (value): value is T => typeof value === "string", stored);
export const number = (stored?: string): Always<number> => field("a number", isNumber, stored);
export const flag = (stored?: string): Always<boolean> => field("true or false", isFlag, stored);
export const bytes = (stored?: string): Always<Uint8Array> => field("bytes", isBytes, stored);

/** A list whose elements all have one kind. */
export function list<T>(element: Always<T>, stored?: string): Always<T[]> {
  const holds = (value: unknown): value is T[] => Array.isArray(value) && value.every(element.holds);
  return field(`a list of ${element.kind}`, holds, stored);
}

type Parts = Readonly<Record<string, Always<unknown>>>;
type Whole<P extends Parts> = { [K in keyof P]: P[K] extends Always<infer T> ? T : never };

/** Several fields under one name. */
export function record<P extends Parts>(parts: P, stored?: string): Always<Whole<P>> {
  const all = Object.entries(parts);
  const holds = (value: unknown): value is Whole<P> =>
    typeof value === "object" &&
    value !== null &&
    all.every(([name, part]) => part.holds((value as Record<string, unknown>)[name]));
  return field(`a record of ${all.map(([name]) => name).join(", ")}`, holds, stored);
}

/** A field that may be absent. */
export const optional = <T>(of: Always<T>): Field<T, "optional"> => ({ ...of, presence: "optional" });

/** True, or absent. */
export const mark = (stored?: string): Field<true, "optional"> => optional(field("true", isTrue, stored));

/** A field that rows of former versions lack. They are read as if they held this value. */
export const filled = <T>(of: Always<T>, former: T): Field<T, "filled"> => ({
  ...of,
  presence: "filled",
  former,
});
