import type { Product } from "@shardwatch/core/contract/support/end-of-support";

/** What people call each product, and the filter that asks for its deployments. */
export const products: Record<Product, { label: string; question: string }> = {
  redis: { label: "Redis", question: "type=CLUSTER,STANDALONE&source=agent&engine=redis" },
  valkey: { label: "Valkey", question: "type=CLUSTER,STANDALONE&source=agent&engine=valkey" },
  enterprise: { label: "Redis Enterprise", question: "type=ENTERPRISE" },
  cloud: { label: "Redis Cloud", question: "source=redis-cloud" },
  elasticacheRedis: { label: "ElastiCache for Redis OSS", question: "source=elasticache&engine=redis" },
  elasticacheValkey: { label: "ElastiCache for Valkey", question: "source=elasticache&engine=valkey" },
};
