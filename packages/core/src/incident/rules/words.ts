import { mostMembers } from "../../contract/incident/words.ts";

/** What helps against an incident. */
export interface Advice {
  text: string;
  /** A command or a policy that helps. */
  command: string | null;
}

export const advice = (text: string, command: string | null = null): Advice => ({ text, command });

/** "3 agents". What is not kept is not counted. */
export const countOf = (count: number, what: string): string =>
  `${count}${count < mostMembers ? "" : " or more"} ${what}${count === 1 ? "" : "s"}`;

export const deployments = (count: number): string => countOf(count, "deployment");

export const are = (count: number): string => (count === 1 ? "is" : "are");
