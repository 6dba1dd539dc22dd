import type { ListName, Objects } from "@shardwatch/core/contract/configuration/objects";
import type { Api } from "../api/api.ts";
import type { Around } from "./around.ts";
import { planChannels } from "./channels.ts";
import { writeChannels } from "./write-channels.ts";
import type { Plan } from "./plan.ts";
import { planRoutes, writeRoutes } from "./routes.ts";
import { planRules, writeRules } from "./rules.ts";
import { planSilences, writeSilences } from "./silences.ts";
import { planViews, writeViews } from "./views.ts";

/** What the command line does with the objects of one kind. */
interface Kind<Entries> {
  plan: (api: Api, entries: Entries, around: Around) => Promise<Plan>;
  /** The objects as entries of a file; undefined where they are left out. */
  write: (api: Api) => Promise<object[] | undefined>;
}

/** Every kind of object that a file lists. A further one does not compile until it is here. */
export const kinds: { readonly [Name in ListName]: Kind<Objects[Name]> } = {
  channels: { plan: planChannels, write: writeChannels },
  routes: { plan: planRoutes, write: writeRoutes },
  rules: { plan: planRules, write: writeRules },
  silences: { plan: planSilences, write: writeSilences },
  views: { plan: planViews, write: writeViews },
};
