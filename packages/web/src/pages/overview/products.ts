import type { Engine } from "@shardwatch/core/contract/deployment/deployment";
import {
  type DeploymentSource,
  deploymentSources,
  sourceTraits,
} from "@shardwatch/core/contract/source/source";
import type { Product } from "@shardwatch/core/contract/support/end-of-support";

/** A product is about one engine where its question is. */
interface ProductText {
  label: string;
  question: string;
  engine?: Engine;
}

const engines = ["redis", "valkey"] as const;
const labels: Record<Engine, string> = { redis: "Redis", valkey: "Valkey" };
/** What services call the engines that they run. */
const serviceLabels: Record<Engine, string> = { redis: "Redis OSS", valkey: "Valkey" };

/** The kinds of source whose servers people run themselves. */
const selfManaged = deploymentSources.filter((source) => sourceTraits[source].product === null);

const ownServers = Object.fromEntries(
  engines.map((engine) => [
    engine,
    {
      label: labels[engine],
      question: `type=CLUSTER,STANDALONE&source=${selfManaged.join(",")}&engine=${engine}`,
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
    { label: `${label} for ${serviceLabels[engine]}`, question: `${question}&engine=${engine}`, engine },
  ]);
}

/** What people call each product, and the filter that asks for its deployments. */
export const products = {
  ...ownServers,
  enterprise: { label: "Redis Enterprise", question: "type=ENTERPRISE" },
  ...Object.fromEntries(deploymentSources.flatMap(productsOf)),
} as Record<Product, ProductText>;
