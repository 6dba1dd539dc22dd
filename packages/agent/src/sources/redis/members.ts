import { isReportable } from "@shardwatch/core/kit/bytes";
import { withheld } from "./connection/errors.ts";
import type { Failure } from "./connection/errors.ts";
import { primaryLink } from "./info/primary-link.ts";
import { counted } from "./round.ts";
import type { Member } from "./round.ts";
import type { Snapshot } from "./snapshot.ts";
import { memoryUsed } from "./info/server-info.ts";

export interface ReadMember extends Member {
  outcome: Snapshot;
}

export interface UnreadMember extends Member {
  outcome: Failure;
}

/** Separates the servers that returned figures from those that did not. */
export function sortOut(members: readonly Member[]): { read: ReadMember[]; unread: UnreadMember[] } {
  const read: ReadMember[] = [];
  const unread: UnreadMember[] = [];
  for (const member of members) {
    const outcome = counted(member.outcome);
    if ("code" in outcome) unread.push({ ...member, outcome });
    else read.push({ ...member, outcome });
  }
  return { read, unread };
}

const brokenLinks = {
  lost: "has lost its primary, or is refused by it (masterauth)",
  "never up": "has not reached its primary yet, or is refused by it (masterauth)",
};

/** Certain faults of a deployment's servers, as sentences for a report. */
export function problems(read: readonly ReadMember[], unread: readonly UnreadMember[]): string[] {
  return [
    ...unread.map(whyUnread),
    ...read.flatMap(({ name, outcome }) => {
      const link = primaryLink(outcome.info, outcome.waitsForCopy);
      return link === "lost" || link === "never up"
        ? [`${name} is a replica that ${brokenLinks[link]}.`]
        : [];
    }),
  ];
}

/** Why a server gave no figures, as a sentence for a report. */
export function whyUnread({ name, outcome }: UnreadMember): string {
  if (outcome.linesToAdd) return `${name} is ${withheld}.`;
  return `${name} ${outcome.status === "loading" ? "has no figures yet" : "could not be read"}: ${outcome.message}`;
}

const mostNotes = 50;

/** The addresses of the servers that could not be read, for a person on this host. */
export function whereabouts(unread: readonly UnreadMember[]): string[] {
  return unread.slice(0, mostNotes).map(({ name, address, outcome }) => {
    const { code, linesToAdd = [] } = outcome;
    return `${name} is ${address} (${code})${linesToAdd.length === 0 ? "" : `. ${howToFollow(linesToAdd)}`}`;
  });
}

/** The exact lines with which the agent goes to a node that it withholds itself from. */
export function howToFollow(lines: readonly string[]): string {
  return `If it belongs to the cluster, add to the deployment: ${lines.join(" and ")}`;
}

/** Bytes of all servers in decimal digits; null when one of them is not known. */
export function sumMemory(read: readonly ReadMember[]): Record<"memoryUsed" | "memoryLimit", string | null> {
  const used = read.reduce((sum, { outcome }) => sum + BigInt(memoryUsed(outcome.info) ?? 0), 0n);
  const limits = read.map(({ outcome }) => outcome.memoryLimit);
  return { memoryUsed: digitsOf(used), memoryLimit: sumLimits(limits) };
}

/** Null for more than a report accepts, which is not plausible. */
function digitsOf(bytes: bigint): string | null {
  return isReportable(String(bytes)) ? String(bytes) : null;
}

/** If one server has no limit, the deployment has none. */
function sumLimits(limits: readonly (string | null)[]): string | null {
  if (limits.includes("0")) return "0";
  let sum = 0n;
  for (const limit of limits) {
    if (limit === null) return null;
    sum += BigInt(limit);
  }
  return digitsOf(sum);
}

const messageLimit = 500;

/** As many sentences as a status message can hold, and the number that is left out. */
export function joinSentences(sentences: readonly string[]): string {
  const [first = "", ...rest] = sentences;
  let message = first;
  for (const [index, sentence] of rest.entries()) {
    const more = ` And ${rest.length - index} more.`;
    if (message.length + sentence.length + 1 + more.length > messageLimit) return message + more;
    message += ` ${sentence}`;
  }
  return message.slice(0, messageLimit);
}
