import { testElastiCache } from "../../api/sources/elasticache-changes.ts";
import { elastiCacheQuery } from "../../api/sources/elasticache.ts";
import { queryClient } from "../../api/query-client.ts";
import { namesStaleTime, type ReportedFacts, type SourceDetails } from "../source.ts";

const reported: ReportedFacts = {
  fields: new Set([
    "engine",
    "evictionPolicy",
    "replicas",
    "nodeType",
    "region",
    "encryptedAtRest",
    "tiered",
    "endpoint",
  ]),
  never: "The ElastiCache API doesn't report start times, persistence and client limits.",
};

export const details: SourceDetails = {
  setup: {
    title: "Connect an AWS account",
    text: "For ElastiCache: grant a read-only role in your account, and we discover your caches.",
  },
  calls: [
    { name: "sts:AssumeRole", value: "Access to your account with the role that you made" },
    { name: "elasticache:DescribeReplicationGroups", value: "Caches with their nodes and endpoints" },
    { name: "elasticache:DescribeCacheClusters", value: "Versions, node types, and single nodes" },
    { name: "elasticache:DescribeServerlessCaches", value: "Serverless caches and their limits" },
    { name: "elasticache:DescribeCacheParameters", value: "Eviction policy and reserved memory" },
    { name: "cloudwatch:GetMetricData", value: "Bytes used" },
  ],
  reports: () => reported,
  test: testElastiCache,
  // An account is named by its number.
  findNames: async () => {
    const accounts = await queryClient.fetchQuery({ ...elastiCacheQuery, staleTime: namesStaleTime });
    return (via) => {
      const account = accounts.find(({ deploymentId }) => deploymentId === via)?.roleArn.split(":")[4];
      return account === undefined ? undefined : { name: `AWS ${account}` };
    };
  },
};
