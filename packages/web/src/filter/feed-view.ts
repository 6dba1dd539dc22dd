import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { currentQuery } from "../lib/address/current-query.ts";
import { organizationIn } from "../lib/address/urls.ts";
import { currentUserMay, useMay } from "../session/session.ts";

/** Which texts each parameter of a feed's address may have. The names are in bookmarks. */
type Checks<Name extends string> = Readonly<Record<Name, (text: string) => boolean>>;

/** The filter of a feed as the address encodes it. Days are such as 2026-11-22. */
export type FeedView<Name extends string> = Readonly<Partial<Record<Name | "org", string>>>;

/** Reads the filter of an address. What cannot be a value is left out. */
function read<Name extends string>(
  checks: Checks<Name>,
  query: URLSearchParams,
  choosesOrganization: boolean,
): FeedView<Name> {
  const valid = Object.entries<Checks<Name>[Name]>(checks).flatMap(([name, isValid]) => {
    const value = query.get(name) ?? "";
    return value !== "" && isValid(value) ? [[name, value] as const] : [];
  });
  const org = choosesOrganization ? organizationIn(query) : undefined;
  return { ...Object.fromEntries(valid), ...(org !== undefined && { org }) } as FeedView<Name>;
}

/** The filter in the address of a page that is about to open. */
export const feedViewAt = <Name extends string>(checks: Checks<Name>, address: string): FeedView<Name> =>
  read(checks, new URL(address).searchParams, currentUserMay("seeEveryOrganization"));

/** Whether the API can answer: people who see every organization have to choose one. */
export const isReady = ({ org }: FeedView<never>): boolean =>
  org !== undefined || !currentUserMay("seeEveryOrganization");

/** The filter in the address, and how to change a part of it. */
export function useFeedView<Name extends string>(checks: Checks<Name>) {
  const [query, setQuery] = useSearchParams();
  const choosesOrganization = useMay("seeEveryOrganization");
  const view = useMemo(() => read(checks, query, choosesOrganization), [checks, query, choosesOrganization]);
  function change(part: FeedView<Name>, replace = false) {
    const next = currentQuery();
    for (const [name, value] of Object.entries<string | undefined>(part)) {
      next.delete(name);
      if (value) next.set(name, value);
    }
    setQuery(next, { replace, preventScrollReset: true });
  }
  const clear = () => setQuery(view.org ? { org: view.org } : {}, { preventScrollReset: true });
  return { view, change, clear, isReady: isReady(view) };
}
