import type { Engine } from "@shardwatch/core/contract/deployment";
import type { Product } from "@shardwatch/core/contract/support/end-of-support";

/** A product is about one engine where its question is. */
interface ProductText {
  label: string;
  question: string;
  engine?: Engine;
}

/** What people call each product, and the filter that asks for its deployments. */
export const products: Record<Product, ProductText> = {
  redis: { label: "Redis", question: "type=CLUSTER,STANDALONE&source=agent&engine=redis", engine: "redis" },
  valkey: {
    label: "Valkey",
    question: "type=CLUSTER,STANDALONE&source=agent&engine=valkey",
    engine: "valkey",
  },
  enterprise: { label: "Redis Enterprise", question: "type=ENTERPRISE" },
  cloud: { label: "Redis Cloud", question: "source=redis-cloud" },
  elasticacheRedis: {
    label: "ElastiCache for Redis OSS",
    question: "source=elasticache&engine=redis",
    engine: "redis",
  },
  elasticacheValkey: {
    label: "ElastiCache for Valkey",
    question: "source=elasticache&engine=valkey",
    engine: "valkey",
  },
};
