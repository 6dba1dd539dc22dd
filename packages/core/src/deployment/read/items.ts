import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { cleanJson } from "../../kit/foreign-text.ts";
import { deploymentsOf, pulsesOf } from "../rows/deployment.keys.ts";
import { summaryKind } from "../rows/deployment.table.ts";
import { idOf, refresh } from "../rows/item-text.ts";
import { latestFigures } from "../rows/latest-figures.ts";
import { figuresPart } from "../rows/pulse.table.ts";
import { type DeploymentExtras, type Joins, readJoins } from "./joins.ts";
import { ownersOf } from "./owners.ts";

/** Items as JSON texts. */
interface Items {
  items: string[];
  /** The sort key after which there are more; undefined at the end. */
  last: string | undefined;
}

interface Page {
  limit: number;
  /** The sort key that it begins after. */
  after?: string | undefined;
  /** Reads what is joined to the items. */
  joins?: Joins | undefined;
}

/**
 * Items as they are now: with the latest figures of their pulses and with their freshness. What is joined to them is read
 * beside them, and so are the pulses.
 */
export async function asTheyAre(
  services: Services,
  organization: OrganizationId,
  { joins, ...page }: Page,
): Promise<Items> {
  // What belongs to all deployments comes first, so that it is unpacked while the database reads the items.
  const extrasOf = joins && readJoins(joins, services, organization);
  const sent = pulsesIn(services, organization).then((pulses) => ({ pulses, latest: latestFigures(pulses) }));
  const [{ items: stored, last }, { pulses, latest }] = await Promise.all([
    itemsIn(services, organization, page),
    sent,
  ]);
  const now = services.clock.now();
  const items = stored.map((text) => refresh(cleanJson(text), latest.get(idOf(text)), now));
  const extras = await extrasOf?.({ wanted: latest, owners: () => ownersOf(pulses, latest) });
  return { items: extras ? items.map((text) => withExtras(text, extras.get(idOf(text)))) : items, last };
}

/** The item's text with further fields, of which there is one at least. */
const withExtras = (text: string, extras: DeploymentExtras | undefined): string =>
  extras ? `${text.slice(0, -1)},${JSON.stringify(extras.total()).slice(1)}` : text;

/**
 * How much text one page holds, in bytes: 1,000 names of 200 Chinese characters are 6.4 MB. Lambda's limit for an
 * answer is 6 MB. A page can exceed this by one megabyte, which the database answers at once.
 */
export const longestPage = 4_500_000;

export const bytesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

/** Up to `limit` items as they are stored. The database answers about a thousand at a time. */
async function itemsIn(
  services: Services,
  organization: OrganizationId,
  { limit, after }: Omit<Page, "joins">,
): Promise<Items> {
  const items: string[] = [];
  let [last, length] = [after, 0];
  do {
    const page = await services.table.queryTexts(deploymentsOf(organization), summaryKind.attribute.item, {
      limit: limit - items.length,
      after: last,
    });
    items.push(...page.rows);
    length += bytesOf(page.rows);
    ({ last } = page);
  } while (last !== undefined && items.length < limit && length < longestPage);
  return { items, last };
}

/** The pulses of an organization: the part that lists read. */
async function pulsesIn({ table }: Services, organization: OrganizationId) {
  const { attributes, read } = figuresPart;
  const rows = await table.queryAll(pulsesOf(organization), { attributes });
  return rows.map((row) => ({ sk: row.sk, ...read(row) }));
}
