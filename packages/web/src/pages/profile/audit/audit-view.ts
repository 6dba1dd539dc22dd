import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import type { AuditAsked } from "../../../api/people/audit.ts";
import { currentQuery } from "../../../lib/address/current-query.ts";
import { daysAsked, isDay } from "../../../lib/time/local-days.ts";
import { organizationIn, parameters } from "../../../lib/address/urls.ts";

/** The parameters of the audit's address beside search and organization. They are in bookmarks. */
const own = ["actor", "action", "object", "result", "since", "until"] as const;

/** The filter as the address encodes it. Days are local ones, such as 2026-11-22. */
export type AuditView = Readonly<Partial<Record<(typeof own)[number] | "search" | "org", string>>>;

/** Reads the filter of an address. A day that is none is left out. */
export function readAuditView(query: URLSearchParams, choosesOrganization: boolean): AuditView {
  const named = [...own, parameters.search].flatMap((name) => {
    const value = query.get(name) ?? "";
    const wrong = value === "" || ((name === "since" || name === "until") && !isDay(value));
    return wrong ? [] : [[name, value] as const];
  });
  const org = choosesOrganization ? organizationIn(query) : undefined;
  return { ...Object.fromEntries(named), ...(org !== undefined && { org }) };
}

/** What the API is asked for. The last day counts as a whole. */
export function askedBy({ since, until, org, ...rest }: AuditView): AuditAsked {
  return {
    ...rest,
    ...(org !== undefined && { organizationId: org }),
    ...daysAsked(since, until),
  };
}

/** The filter in the address, and how to change a part of it. */
export function useAuditView(choosesOrganization: boolean) {
  const [query, setQuery] = useSearchParams();
  const view = useMemo(() => readAuditView(query, choosesOrganization), [query, choosesOrganization]);
  function change(part: AuditView, replace = false) {
    const next = currentQuery();
    for (const [name, value] of Object.entries(part)) {
      next.delete(name);
      if (value) next.set(name, value);
    }
    setQuery(next, { replace, preventScrollReset: true });
  }
  const clear = () => setQuery(view.org ? { org: view.org } : {}, { preventScrollReset: true });
  return { view, change, clear };
}
