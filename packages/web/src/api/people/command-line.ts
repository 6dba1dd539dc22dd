import type { DeviceDecision, DeviceLogin } from "@shardwatch/core/contract/people/device-login";
import { queryOptions } from "@tanstack/react-query";
import { removeFrom } from "../cached-list.ts";
import { api } from "../client.ts";
import { queryClient } from "../query-client.ts";
import { answerOf, deleted } from "../request.ts";

/** The person's sessions at command lines, the newest first. */
export const commandLineSessionsQuery = queryOptions({
  queryKey: ["command-line-sessions"],
  queryFn: async ({ signal }) => {
    const answer = api()["command-line-sessions"].$get(undefined, { init: { signal } });
    return (await answerOf(answer)).sessions;
  },
});

/** DELETE /command-line-sessions/{id}. One that is already gone counts as ended. @throws ApiError */
export async function endCommandLineSession(id: string): Promise<void> {
  await deleted(api()["command-line-sessions"][":id"].$delete({ param: { id } }));
  await removeFrom(commandLineSessionsQuery, (one) => one.id === id);
}

/** POST /device-logins/look. A wrong code counts, so it is asked once. @throws ApiError */
export const lookAtDevice = async (code: string): Promise<DeviceLogin> =>
  await answerOf(api()["device-logins"].look.$post({ json: { code } }));

/** POST /device-logins/decision. @throws ApiError */
export async function decideOnDevice(json: DeviceDecision): Promise<void> {
  await deleted(api()["device-logins"].decision.$post({ json }));
  void queryClient.invalidateQueries(commandLineSessionsQuery);
}
