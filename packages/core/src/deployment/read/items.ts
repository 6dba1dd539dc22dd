import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { DeploymentListItem } from "../../contract/deployment/deployment.ts";
import { cleanJson } from "../../kit/foreign-text.ts";
import type { Run } from "../../table/keys.ts";
import { pulsesOf } from "../rows/deployment.keys.ts";
import { summaryKind } from "../rows/deployment.table.ts";
import { idOf, refresh } from "../rows/item-text.ts";
import { latestFigures } from "../rows/latest-figures.ts";
import { figuresPart } from "../rows/pulse.table.ts";
import type { DeploymentFigures, FigureReader } from "./figure-join.ts";
import { parsed } from "./keep.ts";
import { type ListedPulse, ownersOf } from "./owners.ts";

/** Items as they are stored, each as JSON text. */
interface StoredItems {
  rows: string[];
  /** The sort key after which there are more; undefined at the end. */
  last: string | undefined;
}

interface Reading {
  items: () => Promise<StoredItems>;
  /** Reads the newest five-minute figures as well. */
  figures?: FigureReader | undefined;
  /** Says of an id whether it can be among the items. Without it, all can. */
  isWanted?: (id: string) => boolean;
  /** Whether the pulses may be a second old. It costs half. */
  eventually?: boolean;
  /** The pulses, where the caller needs them too. */
  pulses?: Promise<readonly ListedPulse[]> | undefined;
}

/**
 * Items as they are now: with the latest figures of their pulses and with their freshness. Where they are asked for, they
 * have the newest five-minute figures, too. Pulses are read beside the items.
 */
export async function asTheyAre(
  services: Services,
  organization: OrganizationId,
  reading: Reading,
): Promise<{ items: string[]; last: string | undefined }> {
  const { items, last, newest } = await refreshed(services, organization, reading);
  return { items: newest ? items.map((text) => withFigures(text, newest.get(idOf(text)))) : items, last };
}

/** The same as objects, for callers that would parse the texts. */
export async function parsedAsTheyAre(
  services: Services,
  organization: OrganizationId,
  reading: Reading,
): Promise<{ items: DeploymentListItem[]; last: string | undefined }> {
  const { items, last, newest } = await refreshed(services, organization, reading);
  const all = items.map((text) => {
    const item = parsed(text);
    const figures = newest?.get(item.id)?.total();
    if (figures) item.figures = figures;
    return item;
  });
  return { items: all, last };
}

async function refreshed(
  services: Services,
  organization: OrganizationId,
  {
    items: reading,
    figures,
    isWanted,
    eventually = false,
    pulses: readingPulses = pulsesIn(services, organization, eventually),
  }: Reading,
) {
  // What belongs to all deployments comes first, so that it is unpacked while the database reads the items.
  const figuresOf = figures?.(services, organization);
  const sent = readingPulses.then((pulses) => ({ pulses, latest: latestFigures(pulses, isWanted) }));
  const [{ rows, last }, { pulses, latest }] = await Promise.all([reading(), sent]);
  const now = services.clock.now();
  const items = rows.map((text) => refresh(cleanJson(text), latest.get(idOf(text)), now));
  const owners = () => ownersOf(pulses, isWanted ? latestFigures(pulses) : latest);
  return { items, last, newest: await figuresOf?.({ wanted: latest, owners }) };
}

/** The item's text with a further field. */
const withFigures = (text: string, figures: DeploymentFigures | undefined): string =>
  figures ? `${text.slice(0, -1)},"figures":${JSON.stringify(figures.total())}}` : text;

/**
 * How much text one page holds, in bytes: 1,000 names of 200 Chinese characters are 6.4 MB. Lambda's limit for an
 * answer is 6 MB. A page can exceed this by one megabyte, which the database answers at once.
 */
export const longestPage = 4_500_000;

export const bytesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

/** Up to `limit` items, of which the rows may be a second old if `eventually`. The database answers about a thousand at a time. */
export async function itemsIn(
  services: Services,
  run: Run,
  limit: number,
  { after, eventually = false }: { after?: string | undefined; eventually?: boolean } = {},
): Promise<StoredItems> {
  const rows: string[] = [];
  let [last, length] = [after, 0];
  do {
    const page = await services.table.queryTexts(run, summaryKind.attribute.item, {
      // JSON has no word for it.
      limit: limit === Infinity ? undefined : limit - rows.length,
      after: last,
      eventually,
    });
    rows.push(...page.rows);
    length += bytesOf(page.rows);
    ({ last } = page);
  } while (last !== undefined && rows.length < limit && length < longestPage);
  return { rows, last };
}

/** The pulses of an organization: the part that lists read. */
async function pulsesIn({ table }: Services, organization: OrganizationId, eventually: boolean) {
  const { attributes, read } = figuresPart;
  const rows = await table.queryAll(pulsesOf(organization), { attributes, eventually });
  return rows.map((row) => ({ sk: row.sk, ...read(row) }));
}
