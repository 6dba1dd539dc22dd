import { Server } from "lucide-react";
import { hasElastiCache } from "../../lib/config.ts";
import { paths } from "../../lib/paths.ts";
import type { ReportedFacts, WebSource } from "../source.ts";

const reported: ReportedFacts = {
  fields: new Set([
    "engine",
    "evictionPolicy",
    "replicas",
    "nodeType",
    "region",
    "encryptedAtRest",
    "endpoint",
  ]),
  never: "The ElastiCache API doesn't report start times, persistence and client limits.",
};

/** An AWS account that we read with a role that the customer grants. */
export const elastiCache: WebSource = {
  icon: Server,
  tab: { label: "AWS ElastiCache", path: paths.aws() },
  isOn: hasElastiCache,
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
  findNames: async () => (await import("./find-names.ts")).findNames(),
};
