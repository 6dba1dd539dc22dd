import type { RedisSettings } from "../../configuration/settings.ts";
import type { Reading } from "../source.ts";
import { worst } from "./connection/errors.ts";
import { limitGaps } from "./gaps.ts";
import { joinSentences, problems, sortOut, whereabouts, whyUnread } from "./members.ts";
import type { ReadMember } from "./members.ts";
import type { Member } from "./round.ts";
import { replication } from "./info/server-info.ts";
import { toFailedReading, toReading } from "./standalone.ts";

/**
 * The configured servers as one STANDALONE deployment: a single server, or a primary and its replicas. Only
 * one server's data counts, because all hold the same.
 */
export function toReplicatedReading(settings: RedisSettings, members: readonly Member[]): Reading {
  const [only, ...others] = members;
  if (only && others.length === 0)
    return "code" in only.outcome
      ? toFailedReading(settings, only.outcome)
      : toReading(settings, only.outcome, only.address);

  const { read, unread } = sortOut(members);
  const notes = whereabouts(unread);
  const counted = choose(read);
  if (!counted) {
    const failure = worst(unread.map(({ outcome }) => outcome));
    return { ...toFailedReading(settings, failure), notes };
  }
  const reading = toReading(settings, counted.outcome, counted.address);
  const kin = read.filter(({ outcome }) => dataSet(outcome) === dataSet(counted.outcome));
  const strangers = read.filter((member) => !kin.includes(member));
  const wrong = [
    ...problems(read, unread),
    ...strangers
      .filter(({ outcome }) => isPrimary(outcome))
      .map(
        ({ name }) =>
          `${name} is a primary with other data and is not counted. Make it a replica, or a deployment of its own.`,
      ),
  ];
  const { deployment } = reading;
  const gaps = limitGaps([...(deployment.gaps ?? []), ...unread.map(whyUnread)]);
  return {
    ...reading,
    deployment: {
      ...deployment,
      ...(wrong.length > 0 && {
        status: "degraded",
        statusMessage: joinSentences(wrong),
        databases: deployment.databases?.map((database) => ({ ...database, status: "degraded" })) ?? [],
      }),
      ...(gaps.length > 0 && { gaps }),
    },
    notes,
  };
}

/**
 * The primary that most of the other servers follow. Without a primary, a replica, which holds the same data.
 */
function choose(read: readonly ReadMember[]): ReadMember | undefined {
  const holders = (member: ReadMember): number =>
    read.filter(({ outcome }) => dataSet(outcome) === dataSet(member.outcome)).length;
  const primaries = read.filter(({ outcome }) => isPrimary(outcome));
  const [chosen] = primaries.toSorted((a, b) => holders(b) - holders(a));
  return chosen ?? read[0];
}

function dataSet({ info }: ReadMember["outcome"]): string | undefined {
  return replication(info).replication?.dataSet;
}

function isPrimary({ info }: ReadMember["outcome"]): boolean {
  return replication(info).replication?.primary === true;
}
