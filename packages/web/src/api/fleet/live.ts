import { queryOptions } from "@tanstack/react-query";
import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { isActive } from "@shardwatch/core/contract/filter/severity";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";

type Shown = Pick<Deployment, "id" | "organizationId" | "via" | "status" | "statusSince">;

/** The newest five-minute values of a deployment, or the last ones while it can't be read. */
export const liveQuery = ({ id, organizationId, via, status, statusSince }: Shown) =>
  queryOptions({
    queryKey: ["live", organizationId, id],
    queryFn: async ({ signal }) => {
      // What is active has been read, so the API need not look for values from before.
      const since = isActive(status) ? undefined : statusSince;
      const call = { param: { id }, query: { organizationId, via, statusSince: since } };
      return answerOf(api().deployments[":id"].live.$get(call, { init: { signal } }));
    },
  });
