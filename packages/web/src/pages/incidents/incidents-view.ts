import { type IncidentSeverity, incidentSeverities } from "@shardwatch/core/contract/incident/words";
import { organizationIn, parameters } from "../../lib/address/urls.ts";

/** The tabs of the list. The first is the one that an address leaves out. */
export const tabs = ["open", "info", "silenced", "past"] as const;
export type Tab = (typeof tabs)[number];

/** The view as the address encodes it. Its parameters are in bookmarks. */
export interface IncidentsView {
  tab: Tab;
  /** Undefined for all that the tab lists. Past incidents and information are not filtered. */
  severity: IncidentSeverity | undefined;
  /** Whether incidents of one deployment follow each other. Past incidents are not grouped. */
  isGrouped: boolean;
  /** For people who see all organizations. Undefined for their own. */
  org: string | undefined;
}

const oneOf = <Word extends string>(words: readonly Word[], text: string | null): Word | undefined =>
  words.find((word) => word === text);

/** Reads the view of an address. What cannot be a value counts as not set. Open information has a tab of its own. */
export function readIncidentsView(query: URLSearchParams, choosesOrganization: boolean): IncidentsView {
  const tab = oneOf(tabs, query.get(parameters.state)) ?? "open";
  const severity = oneOf(incidentSeverities, query.get("severity"));
  const isInformation = tab === "open" && severity === "info";
  return {
    tab: isInformation ? "info" : tab,
    severity: isInformation ? undefined : severity,
    isGrouped: query.get("group") === "deployment",
    org: choosesOrganization ? organizationIn(query) : undefined,
  };
}

/** The query of a view, "" or starting with "?". */
export function searchOf({ tab, severity, isGrouped, org }: IncidentsView): string {
  const query = new URLSearchParams({
    ...(tab !== "open" && { [parameters.state]: tab }),
    ...(severity !== undefined && { severity }),
    ...(isGrouped && { group: "deployment" }),
    ...(org !== undefined && { [parameters.organization]: org }),
  });
  return query.size > 0 ? `?${query}` : "";
}
