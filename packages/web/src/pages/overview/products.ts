import type { Engine } from "@shardwatch/core/contract/deployment";
import { type DeploymentSource, deploymentSources, sourceTraits } from "@shardwatch/core/contract/source";
import type { Product } from "@shardwatch/core/contract/support/end-of-support";

/** A product is about one engine where its question is. */
interface ProductText {
  label: string;
  question: string;
  engine?: Engine;
}

const engines = ["redis", "valkey"] as const;
const labels: Record<Engine, string> = { redis: "Redis", valkey: "Valkey" };
const without = deploymentSources.filter((source) => sourceTraits[source].product === null);

/** Servers that people run themselves. */
const own = Object.fromEntries(
  engines.map((engine) => [
    engine,
    {
      label: labels[engine],
      question: `type=CLUSTER,STANDALONE&source=${without.join(",")}&engine=${engine}`,
      engine,
    },
  ]),
);

/** The products of a kind of source: one, or one for each engine. */
function productsOf(source: DeploymentSource): [string, ProductText][] {
  const { product, label } = sourceTraits[source];
  if (product === null) return [];
  const question = `source=${source}`;
  if (typeof product === "string") return [[product, { label, question }]];
  return engines.map((engine) => [
    product[engine],
    { label: `${label} for ${redisOss[engine]}`, question: `${question}&engine=${engine}`, engine },
  ]);
}

/** The names of the engines in services of others. */
const redisOss: Record<Engine, string> = { redis: "Redis OSS", valkey: "Valkey" };

/** What people call each product, and the filter that asks for its deployments. */
export const products = {
  ...own,
  enterprise: { label: "Redis Enterprise", question: "type=ENTERPRISE" },
  ...Object.fromEntries(deploymentSources.flatMap(productsOf)),
} as Record<Product, ProductText>;
