import type { VersionInput } from "@shardwatch/core/contract/incident/patched";
import { api } from "../client.ts";
import { queryClient } from "../query-client.ts";
import { answerOf } from "../request.ts";
import { openIncidentLists } from "./incidents.ts";

interface Named {
  version: VersionInput;
  /** For people who see all organizations; others have one. */
  organizationId: string | undefined;
}

/** POST /patched-versions. @throws ApiError with the API's reason */
export async function sayPatched({ version, organizationId }: Named): Promise<void> {
  await change(answerOf(api()["patched-versions"].$post({ query: { organizationId }, json: version })));
}

/** DELETE /patched-versions. @throws ApiError with the API's reason */
export async function takeBackPatched({ version, organizationId }: Named): Promise<void> {
  await change(answerOf(api()["patched-versions"].$delete({ query: { organizationId, ...version } })));
}

/** Loads again what shows it. */
async function change(sent: Promise<unknown>): Promise<void> {
  try {
    await sent;
  } finally {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: openIncidentLists }),
      queryClient.invalidateQueries({ queryKey: ["incident"] }),
    ]);
  }
}
