import { deliverMessage as send } from "@shardwatch/core/channel/delivery/deliver";
import { channelVault } from "@shardwatch/core/sealed/channel-vault";
import { mailInvitation } from "@shardwatch/core/invitation/mail-invitation";
import { mailSignInLink } from "@shardwatch/core/own-sign-in/mail-link";
import { onlyJobsOf } from "./worker.ts";

/**
 * Sends messages to channels, and mails links. It opens nothing but secrets of channels. No other worker may call what
 * customers chose.
 */
export const deliver = onlyJobsOf("deliver", async (services, due) => {
  switch (due.kind) {
    case "deliver":
      return await send({ ...services, vault: channelVault(services.vault) }, due);
    case "mailInvitation":
      return await mailInvitation(services, due);
    case "mailSignInLink":
      return await mailSignInLink(services, due);
  }
});
