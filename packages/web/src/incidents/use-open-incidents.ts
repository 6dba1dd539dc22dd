import { useQuery } from "@tanstack/react-query";
import { openIncidentsQuery } from "../api/incidents/incidents.ts";
import { useLiveOptions } from "../lib/time/refresh-interval.ts";

/**
 * The open incidents of an organization, kept current; of the person's own when none is named. All users of a page
 * share one request.
 */
export const useOpenIncidents = (organizationId?: string, enabled = true) =>
  useQuery({ ...openIncidentsQuery(organizationId), ...useLiveOptions(), enabled });
