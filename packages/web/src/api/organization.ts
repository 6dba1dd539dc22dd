import { queryOptions } from "@tanstack/react-query";
import type { OrganizationInput } from "@shardwatch/core/contract/organization";
import { isNotFound } from "../lib/errors.ts";
import { api, followChange } from "./client.ts";
import { queryClient } from "./query-client.ts";
import { answerOf } from "./request.ts";

/** One organization with its members and the counts of its objects. */
export const organizationQuery = (id: string) =>
  queryOptions({
    queryKey: ["organization", id],
    queryFn: async ({ signal }) =>
      answerOf(await api().organizations[":id"].$get({ param: { id } }, { init: { signal } })),
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
  await answerOf(await api().organizations.$post({ json: input }));
  await afterChange();
}

/** PUT /organizations/{id}. @throws ApiError with the API's reason */
export async function saveOrganization(id: string, input: OrganizationInput): Promise<void> {
  await answerOf(await api().organizations[":id"].$put({ param: { id }, json: input }));
  await afterChange(id);
}

/**
 * DELETE /organizations/{id}, repeated until it is complete. One that is already gone counts as deleted.
 * @throws ApiError with the API's reason. The list shows a deletion that has begun; it can be continued.
 */
export async function deleteOrganization(id: string): Promise<void> {
  try {
    let more = true;
    while (more) {
      const answer = await api().organizations[":id"].$delete({ param: { id } });
      await answerOf(answer);
      more = answer.status === 202;
    }
  } catch (error) {
    if (!isNotFound(error)) throw error;
  } finally {
    await afterChange(id);
  }
}
