import { config } from "../../lib/settings/config.ts";
import { ApiError } from "../../lib/errors.ts";
import { accessKeysQuery } from "./access-keys.ts";
import { send } from "../client.ts";
import { deploymentLists } from "../fleet/deployments.ts";
import { callApi } from "../head-start.ts";
import { queryClient } from "../query-client.ts";
import { sourcesChanged } from "./sources.ts";

/**
 * POST /demo-data, which only the run on one machine has. Adds demo data to the person's organization, and
 * loads what shows it.
 * @throws ApiError
 */
export async function addDemoData(): Promise<void> {
  const response = await send(() => callApi(`${config().apiUrl}/demo-data`, { method: "POST" }));
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => undefined));
  void queryClient.invalidateQueries(accessKeysQuery);
  sourcesChanged();
  await queryClient.invalidateQueries({ queryKey: deploymentLists });
}
