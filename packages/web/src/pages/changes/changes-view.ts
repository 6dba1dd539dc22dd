import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import type { ChangesAsked } from "../../api/fleet/changes.ts";
import { currentQuery } from "../../lib/address/current-query.ts";
import { daysAsked, isDay } from "../../lib/time/local-days.ts";
import { organizationIn } from "../../lib/address/urls.ts";
import type { Zone } from "../../lib/time/zone.ts";

/** The parameters of the feed's address beside the organization. They are in bookmarks. */
const own = ["field", "deployment", "source", "since", "until"] as const;

/** The filter as the address encodes it. Days, such as 2026-11-22, are of the chosen zone. */
export type ChangesView = Readonly<Partial<Record<(typeof own)[number] | "org", string>>>;

const isValid: Readonly<Partial<Record<(typeof own)[number], (text: string) => boolean>>> = {
  deployment: (text) => /^dep_[0-9a-z]{20}$/.test(text),
  since: isDay,
  until: isDay,
};

/** Reads the filter of an address. What cannot be a value is left out. */
export function readChangesView(query: URLSearchParams, choosesOrganization: boolean): ChangesView {
  const named = own.flatMap((name) => {
    const value = query.get(name) ?? "";
    return value === "" || value.length > 64 || isValid[name]?.(value) === false
      ? []
      : [[name, value] as const];
  });
  const org = choosesOrganization ? organizationIn(query) : undefined;
  return { ...Object.fromEntries(named), ...(org !== undefined && { org }) };
}

/** What the API is asked for. Days are of the zone, and the last one counts as a whole. */
export function askedBy({ since, until, org, ...rest }: ChangesView, zone: Zone): ChangesAsked {
  return { ...rest, ...(org !== undefined && { organizationId: org }), ...daysAsked(since, until, zone) };
}

/** The filter in the address, and how to change a part of it. */
export function useChangesView(choosesOrganization: boolean) {
  const [query, setQuery] = useSearchParams();
  const view = useMemo(() => readChangesView(query, choosesOrganization), [query, choosesOrganization]);
  function change(part: ChangesView) {
    const next = currentQuery();
    for (const [name, value] of Object.entries(part)) {
      next.delete(name);
      if (value) next.set(name, value);
    }
    setQuery(next, { preventScrollReset: true });
  }
  const clear = () => setQuery(view.org ? { org: view.org } : {}, { preventScrollReset: true });
  return { view, change, clear };
}
