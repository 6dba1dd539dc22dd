import { queryClient } from "../../api/query-client.ts";
import { testRedisCloud } from "../../api/sources/redis-cloud-changes.ts";
import { redisCloudsQuery } from "../../api/sources/redis-cloud.ts";
import { commonFacts, namesStaleTime, type ReportedFacts, type SourceDetails } from "../source.ts";

const reported: ReportedFacts = {
  fields: new Set([...commonFacts, "region", "modules", "activeActive", "tiered", "endpoint"]),
  never: "Redis Cloud's API doesn't report start times and client limits.",
};

export const details: SourceDetails = {
  setup: {
    title: "Connect a cloud account",
    text: "For Redis Cloud: connect with an API key, and we discover your subscriptions and databases.",
  },
  calls: [
    { name: "GET /", value: "The account's name and id" },
    { name: "GET /subscriptions", value: "Pro subscriptions: id, name, status, provider, regions" },
    { name: "GET /fixed/subscriptions", value: "Essentials subscriptions: the same" },
    {
      name: "GET /subscriptions/{id}/databases",
      value: "Databases: name, status, version, memory, endpoint",
    },
    { name: "GET /fixed/subscriptions/{id}/databases", value: "Databases of Essentials: the same" },
  ],
  reports: () => reported,
  test: testRedisCloud,
  findNames: async () => {
    const accounts = await queryClient.fetchQuery({ ...redisCloudsQuery, staleTime: namesStaleTime });
    return (via) => {
      const account = accounts.find(({ id }) => id === via);
      return account && { name: account.name };
    };
  },
};
