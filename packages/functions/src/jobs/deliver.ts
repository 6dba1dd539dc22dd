import { deliver as send } from "@shardwatch/core/channel/deliver";
import { onlyJobsOf } from "./worker.ts";

/** Sends messages to channels. No other worker may open the channels' secrets, or call what customers chose. */
export const deliver = onlyJobsOf("deliver", async (services, name) => await send(services, name));
