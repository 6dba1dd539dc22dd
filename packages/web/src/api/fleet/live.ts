import { queryOptions } from "@tanstack/react-query";
import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";

/** The newest five-minute values of a deployment. */
export const liveQuery = ({ id, organizationId, via }: Pick<Deployment, "id" | "organizationId" | "via">) =>
  queryOptions({
    queryKey: ["live", organizationId, id],
    queryFn: async ({ signal }) => {
      const call = { param: { id }, query: { organizationId, via } };
      return answerOf(api().deployments[":id"].live.$get(call, { init: { signal } }));
    },
  });
