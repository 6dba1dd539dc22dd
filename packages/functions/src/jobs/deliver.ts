import { deliverMessage as send } from "@shardwatch/core/channel/delivery/deliver";
import { channelVault } from "@shardwatch/core/sealed/channel-vault";
import { onlyJobsOf } from "./worker.ts";

/** Sends messages to channels, and opens nothing but their secrets. No other worker may call what customers chose. */
export const deliver = onlyJobsOf(
  "deliver",
  async (services, name) => await send({ ...services, vault: channelVault(services.vault) }, name),
);
