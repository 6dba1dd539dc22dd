import { Problem, wrongFields } from "../../kit/problem.ts";
import { refuse } from "./added.ts";
import type { KindOfChannel } from "./kind.ts";

/** Mail to the admins of the organization, and to nobody else. */
export const mail: KindOfChannel = {
  address: (_, entered) => {
    refuse(entered, "mail goes to the admins");
    return {};
  },
  signs: false,
  checkChange: (before, { name }) => {
    if (name !== before.name) throw wrongFields([`name: must stay "${before.name}"`]);
  },
  checkDeletion: () => {
    throw new Problem("conflict", "Mail can be switched off, but not deleted.", { code: "MAIL_STAYS" });
  },
};
