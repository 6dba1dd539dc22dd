import type { Filter } from "@shardwatch/core/contract/filter/filter";
import { parametersOf } from "@shardwatch/core/contract/filter/format";
import type { LicenseOutlook, LicensesOutlook } from "@shardwatch/core/contract/outlook/licenses";
import { queryOptions } from "@tanstack/react-query";
import { allPages, wholeFile } from "../all-pages.ts";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";

interface Asked {
  /** For people who see all organizations; others have one. */
  organizationId: string | undefined;
  /** Without the organization. */
  filter: Filter;
}

const parametersFor = ({ organizationId, filter }: Asked) => ({
  ...Object.fromEntries(parametersOf(filter)),
  ...(organizationId !== undefined && { organizationId }),
});

/** The licenses of all pages. The sums are those of the first one. */
export type WholeLicenses = Omit<LicensesOutlook, "nextCursor">;

async function allLicenses(asked: Asked, signal: AbortSignal): Promise<WholeLicenses> {
  let first: LicensesOutlook | undefined;
  const licenses = await allPages<LicenseOutlook>(async (page) => {
    const query = { ...parametersFor(asked), ...page };
    const answer = await answerOf(api().outlook.licenses.$get({ query }, { init: { signal } }));
    first ??= answer;
    return [answer.licenses, answer.nextCursor];
  });
  if (!first) throw new Error("The licenses have no first page");
  const { nextCursor: _, ...sums } = first;
  return { ...sums, licenses };
}

/**
 * The licenses of an organization that a filter matches. The former answer stays until the next one is there, unless it is
 * of another organization.
 */
export function licensesQuery(asked: Asked) {
  const whose = asked.organizationId ?? "own";
  return queryOptions({
    queryKey: ["licenses", whose, parametersFor(asked)],
    queryFn: ({ signal }) => allLicenses(asked, signal),
    placeholderData: (former, formerQuery) => (formerQuery?.queryKey[1] === whose ? former : undefined),
  });
}

/** GET /outlook/licenses.csv: all licenses that a filter matches, as the text of one file. @throws ApiError */
export const licensesCsv = (asked: Asked): Promise<string> =>
  wholeFile((page) => api().outlook["licenses.csv"].$get({ query: { ...parametersFor(asked), ...page } }));
