import type { Channel, ChannelList } from "@shardwatch/core/contract/channel/channel";
import type { RouteList } from "@shardwatch/core/contract/incident/route";
import type { ManagedChannel } from "@shardwatch/core/channel/managed";
import { Secret } from "@shardwatch/core/kit/secret";
import { expect, test } from "vitest";
import { channelsIn } from "../support/channels.ts";
import { conversation, entered, token, worldWithChats } from "../support/chats.ts";
import { applyFile, entry, memberOf } from "../support/managed.ts";

const { world } = await worldWithChats();
const { ask } = channelsIn(world);

type Added = Extract<ManagedChannel, { name: string }>;

const pager = (kind: Added["kind"], credential: string, place?: string): Added => ({
  kind,
  name: "Pager",
  credential: new Secret(credential),
  place,
  secret: undefined,
  minimum: "warning",
  on: true,
});
const hook = pager("webhook", "https://hooks.example.com/in/0123456789abcd");

async function apply(id: string, channel: Added) {
  world.clock.advance(1);
  const routes = [{ filter: "search=pay", channels: ["Pager"], also: false }];
  return await applyFile(world.services, [entry(id, { channels: [channel], routes })]);
}

async function stored(id: string): Promise<Channel | undefined> {
  const member = await memberOf(world, id);
  const { channels } = (await (await ask(member, "GET", "/channels")).json()) as ChannelList;
  const found = channels.find(({ name }) => name === "Pager");
  const { routes } = (await (await ask(member, "GET", "/routes")).json()) as RouteList;
  expect(routes[0]?.channels).toEqual([found?.id]);
  return found;
}

test.each([
  ["slack", pager("slack", token, conversation)],
  ["teams", pager("teams", entered.teams.url)],
] as const)(
  "SLF03 CHN15 a channel that is of the kind %s in the file now is made anew",
  async (kind, next) => {
    const id = `kind-${kind}`;
    await apply(id, hook);
    expect(await apply(id, next)).toMatchObject({ failures: [] });
    expect(await stored(id)).toMatchObject({ kind, managedBy: "file" });
    expect(await apply(id, next)).toEqual({ created: 0, changed: 0, removed: 0, failures: [] });
    // What can't be made leaves what there is.
    const wrong = pager("teams", "https://hooks.example.com/in/0123456789abcd");
    if (kind === "slack") {
      const { failures } = await apply(id, wrong);
      expect(failures).toMatchObject([{ path: "organizations[0].channels[0]" }]);
      expect(await stored(id)).toMatchObject({ kind });
    }
  },
);
