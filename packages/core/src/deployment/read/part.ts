import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { DeploymentListItem } from "../../contract/deployment/deployment.ts";
import { idAlphabet } from "../../kit/ids.ts";
import { deploymentsOf, deploymentsUnder } from "../rows/deployment.keys.ts";
import type { FigureReader } from "./figure-join.ts";
import { asTheyAre, itemsIn } from "./items.ts";
import { parsed } from "./keep.ts";

/** One part of several: the first of eight is { part: 1, of: 8 }. */
export interface Part {
  part: number;
  of: number;
}

/** Into how many parts an organization can be cut: each is a range of the first characters of ids. */
export const possibleParts: readonly number[] = [1, 2, 4, 8, 16, 32];

/** The deployments of a part of an organization, with their newest figures. Ids are hashes, so parts have equal sizes. */
export async function readPart(
  services: Services,
  organization: OrganizationId,
  { part, of }: Part,
  figures: FigureReader,
): Promise<DeploymentListItem[]> {
  const wide = idAlphabet.length / of;
  const characters = Array.from({ length: wide }, (_, place) => idAlphabet[(part - 1) * wide + place] ?? "");
  const reading = Promise.all(characters.map((character) => allIn(services, organization, character))).then(
    (found) => ({ rows: found.flat(), last: undefined }),
  );
  const { items } = await asTheyAre(services, organization, reading, figures);
  return items.map(parsed);
}

async function allIn(services: Services, organization: OrganizationId, character: string): Promise<string[]> {
  const all: string[] = [];
  let after: string | undefined;
  do {
    const { rows, last } = await itemsIn(
      services,
      deploymentsUnder(organization, character),
      Infinity,
      after,
    );
    all.push(...rows);
    after = last;
  } while (after !== undefined);
  return all;
}

/** The first deployments of an organization, with their newest figures, and whether there are more. */
export async function readFirst(
  services: Services,
  organization: OrganizationId,
  most: number,
  figures: FigureReader,
): Promise<{ items: DeploymentListItem[]; hasMore: boolean }> {
  const reading = itemsIn(services, deploymentsOf(organization), most);
  const { items, last } = await asTheyAre(services, organization, reading, figures);
  return { items: items.map(parsed), hasMore: last !== undefined };
}
