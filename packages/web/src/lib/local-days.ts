/** Whether a text is a day, such as 2026-11-22. */
export const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

const dayLength = 24 * 60 * 60 * 1_000;
/** The first moment of a local day. */
const start = (day: string) => new Date(`${day}T00:00:00`).getTime();

function nextStart(day: string): number {
  const noon = start(day) + dayLength * 1.5;
  return new Date(noon).setHours(0, 0, 0, 0);
}

/** The times from the start of one local day to the end of another, for a request. Undefined days leave them out. */
export const daysAsked = (since: string | undefined, until: string | undefined) => ({
  ...(since !== undefined && { from: new Date(start(since)).toISOString() }),
  // A day of a clock change is an hour longer or shorter, so the next day's start decides.
  ...(until !== undefined && { to: new Date(nextStart(until) - 1).toISOString() }),
});
