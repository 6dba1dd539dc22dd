import { commonFacts, type ReportedFacts, type SourceDetails } from "../source.ts";

const ofServer: ReportedFacts = {
  fields: new Set([...commonFacts, "persistenceFailed", "role", "maxClients", "modules", "startedAt"]),
  ofOneServer: true,
};

const ofCluster: ReportedFacts = {
  fields: new Set([...commonFacts, "persistenceFailed"]),
  never: "A value in which the nodes differ is unknown. Role and start time belong to the nodes.",
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
};
