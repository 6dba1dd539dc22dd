import { createGoogleChat } from "./googlechat.ts";
import { createPagerDuty } from "./pagerduty.ts";
import { shownAsJson } from "./places.ts";
import { createSlack } from "./slack.ts";
import { createTeams } from "./teams.ts";

/** The simulated services, and everything that they were sent. In memory only. */
export function createChats(now: () => number) {
  const slack = createSlack();
  const pagerduty = createPagerDuty("pagerduty");
  const pagerdutyEu = createPagerDuty("pagerduty-eu");
  const teams = createTeams();
  const googlechat = createGoogleChat();
  const services = { slack, pagerduty, "pagerduty-eu": pagerdutyEu, teams, googlechat };
  return {
    now,
    ...services,
    /** Everything as `/chats/state` has it, without secrets. */
    state: () => ({
      slack: slack.all().map((place) => shownAsJson(place)),
      pagerduty: pagerduty.all().map((place) => shownAsJson(place)),
      "pagerduty-eu": pagerdutyEu.all().map((place) => shownAsJson(place)),
      teams: teams.all().map((place) => shownAsJson(place)),
      googlechat: googlechat.all().map((place) => shownAsJson(place)),
    }),
    /** Forgets every message and every setting. */
    clear: () => {
      for (const places of Object.values(services)) places.clear();
    },
  };
}

export type Chats = ReturnType<typeof createChats>;

/** What `/chats/state` answers. */
export type ChatsState = ReturnType<Chats["state"]>;
