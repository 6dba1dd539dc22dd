import type { Page, Route } from "@playwright/test";
import type { History } from "@shardwatch/core/contract/history/history";
import { type MemoryOutlook, noCounts, type OutlookAnswer } from "@shardwatch/core/contract/outlook/outlook";
import type { Place } from "./place.ts";

/* Answers of GET /outlook that a test chooses. A real one takes nine days of reports. */

export const day = 86_400_000;
export const gib = 2 ** 30;

/** The midnight of UTC before now, at which trends end. */
export const midnight = Math.floor(Date.now() / day) * day;
/** A time of that day for the page's clock. */
export const morning = midnight + 9 * 3_600_000;

const inDays = (days: number) => new Date(midnight + days * day).toISOString();

const usual: MemoryOutlook = {
  deploymentId: "dep_outlook",
  deploymentName: "orders",
  organizationId: "org_outlook",
  type: "STANDALONE",
  source: "agent",
  isStale: false,
  database: { id: "1", name: "orders" },
  used: String(52 * gib),
  limit: String(64 * gib),
  fullAt: 1,
  policy: "noeviction",
  share: null,
  say: "none",
  earliest: null,
  likely: null,
  latest: null,
  days: null,
  within: null,
  perDay: null,
  trend: null,
  level: "critical",
  whenFull: "writes will fail",
};

/** One database. */
export const item = (name: string, part: Partial<MemoryOutlook> = {}): MemoryOutlook => ({
  ...usual,
  deploymentId: `dep_${name}`,
  deploymentName: `${name}-cluster`,
  database: { id: "1", name },
  ...part,
});

const growth = { days: 28, perDay: String(Math.round(1.2 * gib)), trend: "steady" } as const;

/** One that is likely full in so many days, three days sooner or six later. */
export const dated = (name: string, days: number, part: Partial<MemoryOutlook> = {}): MemoryOutlook =>
  item(name, {
    say: "date",
    earliest: inDays(Math.max(0.5, days - 3)),
    likely: inDays(days),
    latest: inDays(days + 6),
    ...growth,
    ...part,
  });

export const unclear = (name: string, part: Partial<MemoryOutlook> = {}): MemoryOutlook =>
  item(name, { say: "unclear", ...growth, days: 9, trend: "slower", ...part });

/** One at its limit that evicts by design. */
export const cache = (name: string, part: Partial<MemoryOutlook> = {}): MemoryOutlook =>
  item(name, {
    say: "full",
    used: String(64 * gib),
    policy: "allkeys-lru",
    level: "ok",
    whenFull: "At its limit since Oct 12, 2026, evicts 40 keys a second; hit ratio 91%, 94% a month ago",
    ...part,
  });

/** An answer with these databases and further ones that are counted only. */
export function answer(
  items: readonly MemoryOutlook[],
  counts: Partial<OutlookAnswer["counts"]> = {},
  asOf: string | null = new Date(midnight).toISOString(),
): OutlookAnswer {
  const listed = { ...noCounts };
  for (const { say } of items) listed[say] += 1;
  return { asOf, items: [...items], counts: { ...listed, ...counts }, total: items.length };
}

/** Answers a call of the page with JSON. */
export const fulfil = (route: Route, { webUrl }: Place, json: unknown, status = 200): Promise<void> =>
  route.fulfill({
    status,
    json,
    headers: { "access-control-allow-origin": webUrl, "access-control-allow-credentials": "true" },
  });

/** Whether an address is that of a call of the API. */
const isCall =
  (path: string, { apiUrl }: Place) =>
  (url: URL) =>
    url.origin === apiUrl && url.pathname === path;

/**
 * Answers GET /outlook from now on. Returns the queries of the calls.
 * @param give the answer to a query; a number is the status of a failure
 */
export async function answerOutlook(
  page: Page,
  place: Place,
  give: (query: URLSearchParams) => OutlookAnswer | number,
): Promise<URLSearchParams[]> {
  const asked: URLSearchParams[] = [];
  await page.route(isCall("/outlook", place), async (route) => {
    const { searchParams } = new URL(route.request().url());
    asked.push(searchParams);
    const given = give(searchParams);
    if (typeof given === "number") await fulfil(route, place, { error: "Outlook failed" }, given);
    else await fulfil(route, place, given);
  });
  return asked;
}

/** Answers GET /outlook.csv with a text. */
export const answerCsv = (page: Page, place: Place, text: string): Promise<unknown> =>
  page.route(isCall("/outlook.csv", place), (route) =>
    route.fulfill({
      body: text,
      contentType: "text/csv",
      headers: {
        "access-control-allow-origin": place.webUrl,
        "access-control-allow-credentials": "true",
      },
    }),
  );

/** The daily peaks of 84 days, which grow by 1.2 GiB a day in the last 28 of them, below a limit of 64 GiB. */
export function peaks(): History {
  const used = Array.from({ length: 84 }, (_, place) => {
    const ago = 83 - place;
    const wave = Math.sin(place * 1.7) * 0.35 * gib;
    return ago === 50 ? null : Math.round((ago < 28 ? 52 - 1.2 * ago : 18.5 + place * 0.01) * gib + wave);
  });
  return {
    from: inDays(-84),
    to: inDays(0),
    step: 86_400,
    newest: inDays(-1),
    begins: null,
    series: [
      { metric: "memoryUsed", database: "1", unit: "bytes", of: "largest", values: used },
      { metric: "memoryLimit", database: "1", unit: "bytes", of: "last", values: used.map(() => 64 * gib) },
    ],
    status: [["active", 84]],
    unknown: [],
  };
}

/** Answers the daily history of a deployment's databases. Other steps are the API's. */
export const answerPeaks = (page: Page, place: Place, history: History): Promise<unknown> =>
  page.route(
    (url) =>
      url.origin === place.apiUrl &&
      url.pathname.endsWith("/history") &&
      url.searchParams.get("step") === "86400",
    (route) => fulfil(route, place, history),
  );
