/** Undefined: the fact is unknown, so nothing can be said. */
export type Truth = boolean | undefined;

/** A range of numbers, with both ends included. At least one end is there. */
export interface Range {
  readonly from?: number;
  readonly to?: number;
}

/** One value of a term: a word, or a range. */
export type Value = { readonly word: string } | Range;

/** The values of one field. One of `any` has to match, and none of `none`. */
export interface Term {
  readonly any: readonly Value[];
  readonly none: readonly Value[];
}

export const isWord = (value: Value): value is { readonly word: string } => "word" in value;

/** What a fact can be: a value, null where there is none, undefined where it could not be read. */
export type Fact<T> = T | null | undefined;

/** Asks for facts that could not be read. */
export const unknown = "unknown";
/** Asks for things that do not have the fact, such as a limit. */
export const none = "none";

export const not = (truth: Truth): Truth => (truth === undefined ? undefined : !truth);

/** False when one is false, otherwise unknown when one is unknown. */
export function and(one: Truth, other: Truth): Truth {
  if (one === false || other === false) return false;
  return one === undefined || other === undefined ? undefined : true;
}
