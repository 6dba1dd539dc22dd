import type * as z from "zod";
import { StartFailure } from "../machine/failure.ts";

export type Variables = Readonly<Record<string, string | undefined>>;

/** They can hold a password, so a message never shows their values. */
const secret = ["SMTP_URL"];

/** @param faults one line each, which starts with the name of a variable */
export const wrongSettings = (faults: readonly string[]): StartFailure =>
  new StartFailure(`The configuration is wrong.\n${faults.join("\n")}`);

/**
 * Reads environment variables; empty ones count as not set.
 * @param faults those that were found without the schema, reported together with its own
 * @throws StartFailure with one line for each wrong variable, starting with its name
 */
export function readVariables<S extends z.ZodType>(
  schema: S,
  variables: Variables,
  faults: readonly string[] = [],
): z.output<S> {
  const given = Object.entries(variables).filter(([, value]) => value !== "");
  const answer = schema.safeParse(Object.fromEntries(given));
  if (answer.success && faults.length === 0) return answer.data;
  const issues = (answer.error?.issues ?? []).map(({ path, message }) => {
    const name = String(path[0]);
    const value = variables[name];
    if (!value) return `${name}: is required`;
    return secret.includes(name) ? `${name}: ${message}` : `${name}: ${message}, not "${value}"`;
  });
  throw wrongSettings([...issues, ...faults]);
}
