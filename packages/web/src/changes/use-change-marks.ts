import type { Change } from "@shardwatch/core/contract/history/changes";
import { useQuery } from "@tanstack/react-query";
import { type ChangedDeployment, changesWithinQuery } from "../api/fleet/changes.ts";
import { textOf } from "./change-words.ts";
import { linesOf } from "./lines.ts";

/** A change as a mark in a chart. */
export interface ChangeMark {
  /** Unix epoch in milliseconds. */
  at: number;
  text: string;
}

const none: ChangeMark[] = [];

/** One mark for each change, oldest first. Without any it is always the same list, so that nothing is drawn anew. */
export function marksOf(changes: readonly Change[]): ChangeMark[] {
  if (changes.length === 0) return none;
  return changes
    .map((change) => ({ at: Date.parse(change.at), text: linesOf([change]).map(sentenceOf).join("; ") }))
    .toReversed();
}

function sentenceOf({ summary, subjects, words, detail }: ReturnType<typeof linesOf>[number]): string {
  const subject = summary ?? subjects[0]?.element;
  const sentence = [textOf(words), detail].filter(Boolean).join(". ");
  return subject ? `${subject}: ${sentence}` : sentence;
}

/**
 * What changed about a deployment within a time, for its charts. Empty until it is known.
 * @param from Unix epoch in milliseconds, as `to`
 */
export function useChangeMarks(deployment: ChangedDeployment, from: number, to: number): ChangeMark[] {
  const { data = none } = useQuery({ ...changesWithinQuery(deployment, from, to), select: marksOf });
  return data;
}
