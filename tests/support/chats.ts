import { addedKinds } from "@shardwatch/core/contract/channel/kinds/kinds";
import type { ChannelRow } from "@shardwatch/core/channel/rows/channel.table";
import type { WebhookAnswer, Webhooks } from "@shardwatch/core/ports/webhooks";
import { chatsApp } from "../../packages/local/src/simulators/chats/app.ts";
import { createChats } from "../../packages/local/src/simulators/chats/chats.ts";
import { addWebhook, type TestChannel } from "./deliveries.ts";
import { worldOfFile } from "./world-of-file.ts";
import { type Person, simulatorOrigin, type World } from "./world.ts";

export const chatsOrigin = `${simulatorOrigin}/chats`;

/** The kinds of channel that a simulator plays. */
export type ChatKind = "slack" | "pagerduty" | "teams" | "googlechat";

export const token = "xoxb-1-2-abcdefghijkl";
export const conversation = "C0123456789";
export const routingKey = "0123456789abcdef0123456789ABCDEF";

/** What a person enters for a channel of each kind. */
export const entered = {
  slack: { token, conversation },
  pagerduty: { routingKey },
  teams: { url: `${chatsOrigin}/teams/workflows/1/triggers/manual/paths/invoke?api-version=1&sig=abcd1234` },
  googlechat: { url: `${chatsOrigin}/googlechat/v1/spaces/AAAA/messages?key=k1&token=t1` },
} as const satisfies Record<ChatKind, object>;

/** The simulated services in this process, in place of the internet. */
function playChats(now: () => number) {
  const chats = createChats(now);
  const app = chatsApp(chats);
  const webhooks: Webhooks = {
    post: async ({ url, headers, body, reads }): Promise<WebhookAnswer> => {
      const path = url.reveal().slice(chatsOrigin.length);
      try {
        const answer = await app.request(path, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body,
        });
        const text = await answer.text();
        return {
          outcome: "answered",
          status: answer.status,
          retryAfter: answer.headers.get("retry-after") ?? undefined,
          excerpt: text.slice(0, 1_024),
          milliseconds: 1,
          ...(reads !== undefined && { body: text.slice(0, reads) }),
        };
      } catch {
        return { outcome: "failed", reason: "the receiver closed the connection", milliseconds: 1 };
      }
    },
  };
  return { webhooks, chats };
}

/** The one world of a test file, with the simulated services. */
export async function worldWithChats() {
  const { webhooks, chats } = playChats(() => world.clock.time);
  const world: World = await worldOfFile({ webhooks });
  return { world, chats };
}

/** Adds a channel as its route stores it. Each has a place of its own at the other side. */
export async function addChat(
  world: World,
  owner: Pick<Person, "organizationId">,
  kind: ChatKind,
  number: number,
  more: Partial<ChannelRow> = {},
): Promise<TestChannel & { place: string }> {
  const name = String(number).padStart(8, "0");
  const placed = {
    slack: { credential: token, place: `C${name}` },
    pagerduty: { credential: `${name}${routingKey.slice(8)}`, place: "us" },
    teams: { credential: entered.teams.url.replace("workflows/1/", `workflows/${name}/`), place: name },
    googlechat: { credential: entered.googlechat.url.replace("AAAA", `S${name}`), place: `S${name}` },
  } as const;
  const { credential, place } = placed[kind];
  const channel = await addWebhook(world, owner, credential, {
    kind,
    target: addedKinds[kind].shown(credential) ?? "",
    sealedSecret: undefined,
    ...(kind === "slack" || kind === "pagerduty" ? { place } : {}),
    ...more,
  });
  return { ...channel, place: kind === "pagerduty" ? credential : place };
}
