import type { LicenseOutlook } from "./licenses.ts";

/* The ends of licenses as a calendar file (RFC 5545). Names come from other people and machines: they are text. */

/** The media type of the file. */
export const calendarType = "text/calendar; charset=utf-8";

/** A content line has at most 75 octets without its end, and continues after a blank (3.1). */
const longestLine = 75;

/** A TEXT value (3.3.11). It has no control characters; a line end is written as \n. */
const textOf = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
    .replaceAll(/(?!\n)\p{Cc}/gu, " ")
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll("\n", String.raw`\n`);

const encoder = new TextEncoder();

/** A line in parts that no reader has to cut. A character is never divided. */
function folded(line: string): string {
  const parts: string[] = [];
  let [part, length] = ["", 0];
  for (const character of line) {
    const octets = encoder.encode(character).length;
    if (length + octets > longestLine) {
      parts.push(part);
      // The blank before a further part counts.
      [part, length] = ["", 1];
    }
    part += character;
    length += octets;
  }
  return `${[...parts, part].join("\r\n ")}\r\n`;
}

/** "20261201" @param date "2026-12-01" */
const compact = (date: string): string => date.replaceAll("-", "");

const nextDay = (date: string): string =>
  new Date(Date.parse(date) + 24 * 3_600_000).toISOString().slice(0, 10);

/** "20261201T100000Z" @param time Unix epoch in milliseconds */
const stampOf = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;

/**
 * One end of one license has one UID: another import replaces it. A renewed license ends on another day, which is
 * another event, and the former one stays as what was once true.
 */
const uidOf = ({ organizationId, deploymentId }: LicenseOutlook, date: string): string =>
  `license-${organizationId}-${deploymentId}-${date}@shardwatch`;

/** A date of a calendar has four digits of a year (3.3.4), and so has the day after it. */
const lastDate = "9999-12-30";

function eventOf(license: LicenseOutlook, { now, addressOf }: About): string[] {
  const date = license.ends?.slice(0, 10);
  if (date === undefined || !/^\d{4}-/.test(date) || date > lastDate) return [];
  const address = addressOf(license);
  return [
    "BEGIN:VEVENT",
    `UID:${uidOf(license, date)}`,
    `DTSTAMP:${stampOf(now)}`,
    `DTSTART;VALUE=DATE:${compact(date)}`,
    `DTEND;VALUE=DATE:${compact(nextDay(date))}`,
    `SUMMARY:${textOf(`License of ${license.deploymentName} ends`)}`,
    `DESCRIPTION:${textOf(`After this day, databases of the cluster can't be added or changed.\n${address}`)}`,
    `URL:${address}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

interface About {
  /** Unix epoch in milliseconds. */
  now: number;
  /** The page of a cluster, as a whole address. */
  addressOf: (license: LicenseOutlook) => string;
}

/** The ends of these licenses, each as a whole day of UTC. A license without a known end has none. */
export function licenseCalendar(licenses: readonly LicenseOutlook[], about: About): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Shardwatch//Licenses//EN",
    "CALSCALE:GREGORIAN",
    ...licenses.flatMap((license) => eventOf(license, about)),
    "END:VCALENDAR",
  ];
  return lines.map(folded).join("");
}
