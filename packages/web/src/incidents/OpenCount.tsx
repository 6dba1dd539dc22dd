import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { notificationLists } from "../api/people/notifications.ts";
import { useChosenOrganization } from "../session/chosen-organization.ts";
import { useMay } from "../session/session.ts";
import { showCounts } from "./incident-elements.ts";
import { countUrgent } from "./states.ts";
import { useOpenIncidents } from "./use-open-incidents.ts";

/**
 * Counts the open incidents for the rail. When one opens or ends, the notifications load again. So rail and bell do not
 * both have it, nor neither of them.
 */
export default function OpenCount() {
  const client = useQueryClient();
  // Those of the organization on the screen. Of all, the API has none.
  const organization = useChosenOrganization();
  const isKnown = !useMay("seeEveryOrganization") || organization !== undefined;
  const { data } = useOpenIncidents(organization, isKnown);
  const incidents = data?.incidents;
  const { open, silenced } = countUrgent(incidents ?? []);
  useEffect(() => showCounts({ open, silenced }), [open, silenced]);
  const seen = useRef<string>(undefined);
  const ids = incidents
    ?.map(({ id }) => id)
    .toSorted()
    .join(" ");
  useEffect(() => {
    if (ids === undefined || seen.current === ids) return;
    // The first answer comes at about the time of the first notifications.
    if (seen.current !== undefined) void client.invalidateQueries({ queryKey: notificationLists });
    seen.current = ids;
  }, [ids, client]);
  return null;
}
