import { accessKeysQuery } from "../../api/sources/access-keys.ts";
import { queryClient } from "../../api/query-client.ts";
import { partsOf } from "../../lib/words/deployment-key.ts";
import {
  commonFacts,
  namesStaleTime,
  type ReportedFacts,
  type SourceDetails,
  type SourceLookup,
} from "../source.ts";

const ofServer: ReportedFacts = {
  fields: new Set([...commonFacts, "persistenceFailed", "role", "maxClients", "modules", "startedAt"]),
  ofOneServer: true,
};

const ofCluster: ReportedFacts = {
  fields: new Set([...commonFacts, "persistenceFailed"]),
  never: "Shown as unknown where nodes differ. Role and start time are per node.",
};

const ofEnterprise: ReportedFacts = {
  fields: new Set([...commonFacts, "modules"]),
  never: "Redis Enterprise doesn't report the start time and the client limit of its databases.",
};

export const details: SourceDetails = {
  setup: {
    title: "Set up the agent",
    text: "For Redis Enterprise and open-source Redis: a lightweight agent that runs next to your servers.",
  },
  calls: [],
  reports: ({ type }) => (type === "ENTERPRISE" ? ofEnterprise : type === "CLUSTER" ? ofCluster : ofServer),
  findNames,
};

/** Finds an agent key by its id, and one of its agents by both ids. */
async function findNames(): Promise<SourceLookup> {
  const keys = await queryClient.fetchQuery({ ...accessKeysQuery, staleTime: namesStaleTime });
  return (via) => {
    const [id, agent] = partsOf(via);
    const key = keys.find(({ keyId }) => keyId === id);
    if (!key || agent === undefined) return key && { name: key.name };
    return { name: key.name, agent, lastSeen: key.agents.find((one) => one.id === agent)?.lastSeen };
  };
}
