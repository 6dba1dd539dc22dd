import { Problem, wrongFields } from "../../kit/problem.ts";
import { mailChannelId } from "../rows/channel.keys.ts";
import type { KindOfChannel } from "./kind.ts";

/** Mail to the admins of the organization, and to nobody else. */
export const mail: KindOfChannel = {
  ofEvery: (organization) => ({
    id: mailChannelId(organization),
    kind: "mail",
    name: "Admins by email",
    target: "",
    minimum: "warning",
    failures: 0,
    pausedUntil: 0,
    revision: 0,
    at: 0,
  }),
  address: () => {
    throw wrongFields(["url: must be left out, because mail goes to the admins"]);
  },
  signs: false,
  checkChange: (before, { name }) => {
    if (name !== before.name) throw wrongFields([`name: must stay "${before.name}"`]);
  },
  checkDeletion: () => {
    throw new Problem("conflict", "Mail can be switched off, but not deleted.", { code: "MAIL_STAYS" });
  },
};
