import { wrongUsage } from "../exit.ts";

/** The number of an option; undefined where it is not given. Throws a Failure for anything else. */
export function countIn(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw wrongUsage(`--${option} is a whole number from 1 on.`);
  return Number(text);
}
