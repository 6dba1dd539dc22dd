import { refuse } from "./added.ts";
import type { KindOfChannel } from "./kind.ts";

/** Notifications to all members, in the application. */
export const app: KindOfChannel = {
  isFixed: true,
  address: (_, entered) => {
    refuse(entered, "notifications go to all members");
    return {};
  },
  signs: false,
};
