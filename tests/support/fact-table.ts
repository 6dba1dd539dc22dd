import { expect } from "vitest";

/** A fact of a source: where the truth is read without our code, the truth, and what the API answers. */
export type Fact = readonly [name: string, place: string, truth: unknown, answer: unknown];

/** Compares all facts at once, so that a failure shows each one that differs. */
export function expectFacts(facts: readonly Fact[]): void {
  const column = (index: 2 | 3) =>
    Object.fromEntries(facts.map((fact) => [`${fact[0]}, by ${fact[1]}`, fact[index]]));
  expect(column(3)).toEqual(column(2));
}

const matcher = (text: string, matches: (figure: number) => boolean) => ({
  asymmetricMatch: (other: unknown) => matches(Number(other)) && other !== null && other !== "",
  toString: () => text,
});

/** A figure, as number or text, in these bounds: one that moves between two readings. */
export const between = (least: number, most: number): unknown =>
  matcher(`${least} to ${most}`, (figure) => figure >= least && figure <= most);

/** A figure that differs by at most this share. */
export const about = (figure: number, share: number): unknown =>
  between(figure * (1 - share), figure * (1 + share));

/** The value of a line "name:value" in what a server says of itself. */
export const lineOf = (text: string, name: string): string =>
  new RegExp(`^${name}:(.*?)\r?$`, "m").exec(text)?.[1] ?? "";

/** The line after this one, as redis-cli writes maps. */
export function after(text: string, name: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines[lines.indexOf(name) + 1] ?? "";
}
