/**
 * Date and time in the reader's zone with its offset, and the same moment in UTC. Undefined when it cannot be
 * parsed.
 */
export function absoluteTime(date: string | number): { local: string; utc: string } | undefined {
  const time = new Date(date);
  if (Number.isNaN(time.getTime())) return undefined;
  const form = { dateStyle: "medium", timeStyle: "medium" } as const;
  const zone = new Intl.DateTimeFormat("en", { timeZoneName: "longOffset" })
    .formatToParts(time)
    .find((part) => part.type === "timeZoneName")?.value;
  return {
    local: `${new Intl.DateTimeFormat("en", form).format(time)} ${zone ?? ""}`.trim(),
    utc: `${new Intl.DateTimeFormat("en", { ...form, timeZone: "UTC" }).format(time)} UTC`,
  };
}

/** "09:12" today, "Nov 21, 09:12" on another day, in the reader's zone. Undefined when it cannot be parsed. */
export function shortTime(date: string, now = new Date()): string | undefined {
  const time = new Date(date);
  if (Number.isNaN(time.getTime())) return undefined;
  const today = time.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat("en", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(!today && { month: "short", day: "numeric" }),
  }).format(time);
}

/** A day as "Jan 31, 2027" in UTC, as licences state it. A text that is no date stays as it is. */
export function day(date: string | null): string | null {
  const time = date === null ? NaN : Date.parse(date);
  return Number.isNaN(time)
    ? date
    : new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(time);
}
