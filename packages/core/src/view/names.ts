import { Problem } from "../kit/problem.ts";

/** How many views an organization shares, and how many a person has for themselves. */
export const mostViews = 50;

/** Names that differ only in case, or in how a character is encoded, are the same name. */
export const comparable = (name: string): string => name.normalize("NFKC").toLowerCase();

const taken = () =>
  new Problem("conflict", "A view with this name already exists.", {
    code: "VIEW_NAME_TAKEN",
    details: ["name: must differ from the names of other views"],
  });

const full = (shared: boolean) =>
  new Problem(
    "conflict",
    `${shared ? "An organization can share" : "You can have"} ${mostViews} views. Delete one first.`,
    { code: "TOO_MANY_VIEWS" },
  );

/** The names with one more. Throws conflict when the name is taken, or when there are too many. */
export function withName(names: readonly string[], name: string, shared: boolean): string[] {
  if (names.includes(comparable(name))) throw taken();
  if (names.length >= mostViews) throw full(shared);
  return [...names, comparable(name)];
}

export const withoutName = (names: readonly string[], name: string): string[] =>
  names.filter((each) => each !== comparable(name));
