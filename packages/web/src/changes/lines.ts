import type { Change, ChangedField } from "@shardwatch/core/contract/history/changes";
import { dateText, day } from "@shardwatch/core/kit/time";
import { counted } from "../lib/words/count.ts";
import { wallClock, type Zone } from "../lib/time/zone.ts";
import { isNamed, type Part, wordsOf } from "./change-words.ts";
import { kindOfField, type LineKind } from "./line-kinds.ts";

/** A deployment, or a part of one, to which something happened. */
export interface Subject {
  /** Unique within its line. */
  key: string;
  deployment: { id: string; name: string };
  /** The name of the database, node or shard; null for the deployment itself. */
  element: string | null;
  at: string;
  source: Change["source"];
}

/** The same thing that happened to one or more subjects on one day. */
export interface Line {
  key: string;
  kind: LineKind;
  /** What the source says about a change of status; empty for nothing. */
  detail: string;
  /** When it happened last. */
  at: string;
  words: Part[];
  /** Whether the words begin with the name of a field, and not with what a subject did. */
  isOfField: boolean;
  /** "3 databases" of several subjects; undefined for one. */
  summary: string | undefined;
  subjects: Subject[];
  /** Whether the deployments are gone from the organization, so that a link leads nowhere. */
  isGone: boolean;
}

const nouns: Readonly<Record<string, string>> = { databases: "database", nodes: "node", shards: "shard" };

const elementOf = ({ field, element }: ChangedField): string | null => {
  if (!element) return null;
  const [list = ""] = field.split(".");
  const noun = list === "databases" ? "db" : nouns[list];
  return element.name ?? `${noun} ${element.id}`;
};

interface Draft extends Pick<Line, "at" | "kind" | "detail" | "isGone" | "isOfField" | "subjects"> {
  noun: string;
  words: (several: boolean) => Part[];
}

const happened: Readonly<Record<Exclude<Change["kind"], "changed">, string>> = {
  appeared: "appeared",
  deleted: "deleted",
  "moved here": "moved here from another organization",
  "moved away": "moved to another organization",
};

/** The message of a change of status. One that came and went for itself, or without a new status, has its own line. */
function messageOf({ fields }: Change): ChangedField | undefined {
  const own = (name: string) => fields.find(({ field, element }) => field === name && element === null);
  const message = own("statusMessage");
  return own("status") && message && !message.between?.length ? message : undefined;
}

const textIn = (value: ChangedField["to"] | undefined): string => (typeof value === "string" ? value : "");

/**
 * The lines of some changes, in their order. The same change of several deployments or databases is one line, a
 * change that flapped is a line of its own.
 */
export function linesOf(changes: readonly Change[]): Line[] {
  const drafts = new Map<string, Draft>();
  const add = (key: string, draft: Omit<Draft, "subjects">, subjects: Subject[]) => {
    const known = drafts.get(key);
    if (known) known.subjects.push(...subjects);
    else drafts.set(key, { ...draft, subjects });
  };
  for (const change of changes) {
    const { id, kind, at, until, times, deployments, source, fields, more } = change;
    const [deployment] = deployments;
    if (kind !== "changed") {
      const isGone = kind === "deleted" || kind === "moved away";
      const words = (several: boolean): Part[] =>
        kind === "deleted" ? [several ? "were deleted" : "was deleted"] : [happened[kind]];
      const subjects = deployments.map((one) => subjectOf(one, null, change, one.id));
      add(
        kind,
        { at, kind: "fleet", detail: "", isGone, isOfField: false, noun: "deployment", words },
        subjects,
      );
    }
    if (!deployment) continue;
    const last = until ?? at;
    const message = messageOf(change);
    for (const field of fields) {
      if (field === message) continue;
      const detail = field.field === "status" && !field.element ? textIn(message?.to) : "";
      const [list = ""] = field.field.split(".");
      const key = JSON.stringify([field.field, field.from, field.to, detail, ...(times > 1 ? [id] : [])]);
      const noun = field.element ? (nouns[list] ?? "part") : "deployment";
      const subject = subjectOf(
        deployment,
        elementOf(field),
        { at: last, source },
        `${id} ${field.element?.id}`,
      );
      const words = (several: boolean) => wordsOf(field, times, several);
      const about = { kind: kindOfField(field.field), detail, isOfField: isNamed(field, times), noun };
      add(key, { at: last, isGone: false, ...about, words }, [subject]);
    }
    if (more > 0)
      add(
        `${id} more`,
        {
          at: last,
          kind: "settings",
          detail: "",
          isGone: false,
          isOfField: true,
          noun: "deployment",
          words: () => [`${counted(more, "more field")} changed`],
        },
        [subjectOf(deployment, null, { at: last, source }, id)],
      );
  }
  return [...drafts].map(([key, { words, noun, ...draft }]) => {
    const several = draft.subjects.length > 1;
    const summary = several ? counted(draft.subjects.length, noun) : undefined;
    return { key, ...draft, words: words(several), summary };
  });
}

function subjectOf(
  deployment: Subject["deployment"],
  element: string | null,
  { at, source }: Pick<Change, "at" | "source">,
  key: string,
): Subject {
  return { key, deployment, element, at, source };
}

/** How many lines there are of each kind. */
export function countKinds(days: readonly Day[]): ReadonlyMap<LineKind, number> {
  const counts = new Map<LineKind, number>();
  for (const { kind } of days.flatMap(({ lines }) => lines)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** The days with the lines of one kind alone; all of them without one. */
export const ofKind = (days: readonly Day[], kind: LineKind | undefined): readonly Day[] =>
  kind === undefined
    ? days
    : days
        .map((one) => ({ ...one, lines: one.lines.filter((line) => line.kind === kind) }))
        .filter(({ lines }) => lines.length > 0);

/** A day in the chosen zone, with its changes, newest first. */
export interface Day {
  /** "2026-11-22" */
  key: string;
  heading: string;
  lines: Line[];
}

/** A day without its zone is written as the same day of UTC. */
const headingOf = (time: number) =>
  `${new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" }).format(time)}, ${dateText(time)}`;

/** The changes by day. */
export function daysOf(changes: readonly Change[], now: number, zone: Zone): Day[] {
  const keyOf = (time: number) => wallClock(time, zone).toISOString().slice(0, 10);
  const today = keyOf(now);
  const named = new Map([
    [today, "Today"],
    [new Date(Date.parse(today) - day).toISOString().slice(0, 10), "Yesterday"],
  ]);
  return [...Map.groupBy(changes, ({ at }) => keyOf(Date.parse(at)))].map(([key, some]) => ({
    key,
    heading: named.get(key) ?? headingOf(Date.parse(key)),
    lines: linesOf(some),
  }));
}
