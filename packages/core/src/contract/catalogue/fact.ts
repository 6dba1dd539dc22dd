import { type FieldName, fields } from "../filter/fields.ts";
import type { FigureName, Unit } from "./figures.ts";

/**
 * How old a value may be. Of the last "report", so late after two intervals of its source. Of the newest "slot" of five
 * minutes. That comes beside the list with a time of its own, and is not known when `doFiguresHold` says no. Of the newest folded
 * "day", which also comes beside the list. A "fixed" one never changes.
 */
type Age = "report" | "slot" | "day" | "fixed";

/** A fact of a deployment, a database or another part. What is left out, it does not have. */
export type Fact = {
  unit?: Unit;
  /** What we work it out from. Left out where the source says it. */
  from?: string;
  /** "report" where it is left out. */
  age?: Age;
  past?: FigureName;
  /** The column of the list that shows it. */
  column?: string;
  csv?: string;
  /** What a sentence of the feed of changes calls it. Left out for its name. */
  change?: string;
  /** Whether the feed of changes offers it as a choice. */
  choice?: true;
} & (
  | { name: string; filter?: undefined }
  /** The field of the filter that asks for it has its name. */
  | { name?: undefined; filter: FieldName }
);

/** What people call a fact. */
export const nameOf = ({ name, filter }: Fact): string => name ?? fields[filter].label;

/** The names that the facts of a record have for one of its uses. */
export type NamesOf<Facts, Use extends "column" | "csv"> = {
  [Key in keyof Facts]: Facts[Key] extends Readonly<Record<Use, infer Name>> ? Name : never;
}[keyof Facts];
