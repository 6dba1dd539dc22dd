import { queryOptions } from "@tanstack/react-query";
import type { OrganizationInput } from "@shardwatch/core/contract/people/organization";
import { isNotFound } from "../../lib/errors.ts";
import { api, followChange } from "../client.ts";
import { queryClient } from "../query-client.ts";
import { answerOf } from "../request.ts";

/** One organization with its members and the counts of its objects. */
export const organizationQuery = (id: string) =>
  queryOptions({
    queryKey: ["organization", id],
    queryFn: async ({ signal }) =>
      answerOf(api().organizations[":id"].$get({ param: { id } }, { init: { signal } })),
  });

/** Invalidates the cached organizations, and the signed-in user when it is their own organization. */
async function afterChange(id?: string): Promise<void> {
  const keys = ["organizations", "organization", "own-organization", "accounts", "deployments"];
  await Promise.all([
    ...keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
    id !== undefined && followChange({ organization: id }),
  ]);
}

/** POST /organizations. @throws ApiError with the API's reason */
export async function createOrganization(input: OrganizationInput): Promise<void> {
  await answerOf(api().organizations.$post({ json: input }));
  await afterChange();
}

/** PUT /organizations/{id}. @throws ApiError with the API's reason */
export async function saveOrganization(id: string, input: OrganizationInput): Promise<void> {
  await answerOf(api().organizations[":id"].$put({ param: { id }, json: input }));
  await afterChange(id);
}

/** After so many calls of a thousand rows each, the rest is left to the server's schedule. */
const mostCalls = 10;

/**
 * DELETE /organizations/{id}, repeated until it is complete, at most ten times. One that is already gone counts as
 * deleted. Returns whether it is complete; otherwise the server goes on by itself, and the list shows how far it is.
 * @throws ApiError with the API's reason. The list shows a deletion that has begun; it can be continued.
 */
export async function deleteOrganization(id: string): Promise<boolean> {
  try {
    for (let call = 0; call < mostCalls; call += 1) {
      const answer = await api().organizations[":id"].$delete({ param: { id } });
      await answerOf(answer);
      if (answer.status !== 202) return true;
    }
    return false;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return true;
  } finally {
    await afterChange(id);
  }
}
