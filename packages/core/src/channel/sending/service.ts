import type { Services } from "../../access/context.ts";
import { Secret } from "../../kit/secret.ts";
import type { WebhookAnswer, WebhookRequest } from "../../ports/webhooks.ts";
import type { Verdict } from "../delivery/schedule.ts";
import type { Channel } from "../channels.ts";

/** What opens a channel's receiver. Throws what the vault throws. */
export const opened = async ({ vault }: Services, { id, sealedUrl }: Channel): Promise<Secret> =>
  await vault.open(sealedUrl ?? "", id);

/** Posts JSON to a service. */
export const postTo = async (
  { webhooks }: Services,
  url: string,
  body: object,
  more: Pick<WebhookRequest, "reads" | "hides"> & { headers?: Record<string, string> } = {},
): Promise<WebhookAnswer> =>
  await webhooks.post({ url: new Secret(url), headers: {}, ...more, body: JSON.stringify(body) });

/** What an answer means where certain statuses are final. Any other failure may be over later. */
export function verdictBy(
  answer: WebhookAnswer,
  { never = [], refused = [] }: { never?: readonly number[]; refused?: readonly number[] },
): Verdict {
  const status = answer.outcome === "answered" ? answer.status : 0;
  if (status >= 200 && status < 300) return "sent";
  if (status === 410) return "gone";
  if (refused.includes(status)) return "refused";
  return never.includes(status) ? "never" : "again";
}
