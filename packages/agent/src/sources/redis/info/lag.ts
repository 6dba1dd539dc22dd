import type { Lag } from "../../source.ts";
import { infoDigits, infoField } from "./info.ts";
import type { Info } from "./info.ts";
import { primaryLink } from "./primary-link.ts";

const unknown: Lag = { lagBytes: null, lagSeconds: null };

/**
 * How far the replicas of these servers are behind: the largest of all. Servers without a replica do not count. Not known
 * when one of the others does not say it. Bytes are what a failover would lose. Seconds show a replica that has stopped
 * while nothing is written.
 * @param infos of one server, or of all primaries of a cluster
 */
export function lagOf(infos: readonly Info[]): Lag {
  const lags = infos.flatMap((info) => lagIn(info) ?? []);
  return {
    lagBytes: largest(lags.map(({ lagBytes }) => lagBytes)),
    lagSeconds: largest(lags.map(({ lagSeconds }) => lagSeconds)),
  };
}

function largest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 || known.length < values.length ? null : Math.max(...known);
}

/** Undefined for a primary without replicas. */
function lagIn(info: Info): Lag | undefined {
  const role = infoField(info, "replication", "role");
  if (role === "slave") return { ...unknown, lagSeconds: silenceOf(info) };
  if (infoDigits(info, "replication", "connected_slaves") === "0") return undefined;
  return behind(info);
}

/**
 * A replica does not know how many bytes its primary is ahead. It knows when it last heard of it, or since when the link
 * is down. Both are -1 when there was none.
 */
function silenceOf(info: Info): number | null {
  const link = primaryLink(info);
  if (link === "up") return secondsIn(infoDigits(info, "replication", "master_last_io_seconds_ago"));
  if (link !== "lost") return null;
  return secondsIn(infoDigits(info, "replication", "master_link_down_since_seconds"));
}

/**
 * The slowest of a primary's replicas that receive its writes: "slave0:ip=…,port=…,state=online,offset=9,lag=0". Each
 * acknowledges once a second, so a busy primary is always some bytes ahead. One that is still copying has no lag yet.
 */
function behind(info: Info): Lag {
  const written = infoDigits(info, "replication", "master_repl_offset");
  const online = [...(info.get("replication") ?? [])]
    .filter(([name, text]) => /^slave\d+$/.test(name) && /(?:^|,)state=online(?:,|$)/.test(text))
    .map(([, text]) => ({ offset: numberIn(text, "offset"), lag: numberIn(text, "lag") }))
    // Its first acknowledgement comes up to a second after its copy.
    .filter(({ offset }) => offset !== "0" || written === "0");
  return {
    lagBytes: largest(online.map(({ offset }) => bytesBetween(offset, written))),
    lagSeconds: largest(online.map(({ lag }) => secondsIn(lag))),
  };
}

/** Offsets may exceed 2^53, their difference does not. */
function bytesBetween(offset: string | undefined, written: string | undefined): number | null {
  if (offset === undefined || written === undefined) return null;
  return Math.max(Number(BigInt(written) - BigInt(offset)), 0);
}

const numberIn = (text: string, name: string): string | undefined =>
  new RegExp(`(?:^|,)${name}=(\\d{1,19})(?:,|$)`).exec(text.trim())?.[1];

/** Undefined digits are not known. */
const secondsIn = (digits: string | undefined): number | null =>
  digits === undefined || digits.length > 9 ? null : Number(digits);
