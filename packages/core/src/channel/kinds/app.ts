import { wrongFields } from "../../kit/problem.ts";
import { membersId } from "../rows/channel.keys.ts";
import type { KindOfChannel } from "./kind.ts";

/** Notifications to all members, in the application. */
export const app: KindOfChannel = {
  ofEvery: () => ({
    id: membersId,
    kind: "app",
    name: "Notifications in Shardwatch",
    target: "",
    minimum: "critical",
    failures: 0,
    pausedUntil: 0,
    revision: 0,
    at: 0,
  }),
  isFixed: true,
  address: () => {
    throw wrongFields(["url: must be left out, because notifications go to all members"]);
  },
  signs: false,
};
