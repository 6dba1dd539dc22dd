import type { Facts } from "@shardwatch/core/contract/filter/facts";
import {
  endOfSupport,
  type Product,
  type Support,
  supportOf,
} from "@shardwatch/core/contract/support/end-of-support";
import { day } from "@shardwatch/core/kit/time";
import type { Collector, Count } from "./collector.ts";
import { asks, withWord } from "./question.ts";
import type { Engine } from "@shardwatch/core/contract/deployment/deployment";
import {
  type DeploymentSource,
  deploymentSources,
  sourceTraits,
} from "@shardwatch/core/contract/source/source";

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
const products = {
  ...ownServers,
  enterprise: { label: "Redis Enterprise", question: "type=ENTERPRISE" },
  ...Object.fromEntries(deploymentSources.flatMap(productsOf)),
} as Record<Product, ProductText>;

/** "7.2" of the number that the facts hold, such as 7002004. */
export const branchText = (version: number): string =>
  `${Math.floor(version / 1_000_000)}.${Math.floor(version / 1_000) % 1_000}`;

/** The deployments whose lowest version of a product is of one branch. */
export interface VersionLine extends Count {
  product: string;
  /** "7.2"; undefined where it is not known. */
  branch: string | undefined;
  /** The last day of support, "2029-12-01"; undefined where none is stated. */
  end: string | undefined;
  support: Support | undefined;
  /** How many days are left after today; undefined where no end is stated. */
  days: number | undefined;
}

const unknown = "unknown";

/** Counts the deployments of every branch. One with several engines counts once for each. The one whose support ends first is first. */
export function versionCollector(now: number): Collector<VersionLine[]> {
  const today = Math.floor(now / day);
  const all = (Object.keys(products) as Product[]).map((product) => ({
    product,
    isOf: asks(products[product].question),
    counts: new Map<string, number>(),
  }));
  function linesOf({ product, counts }: (typeof all)[number]): VersionLine[] {
    const { label, question } = products[product];
    return [...counts].flatMap(([branch, deployments]): VersionLine[] => {
      const ofBranch = withWord(question, "version", branch);
      if (ofBranch === undefined) return [];
      const end = endOfSupport(product, branch);
      const days = end === undefined ? undefined : Math.floor(Date.parse(end) / day) - today;
      return [
        {
          product: label,
          branch: branch === unknown ? undefined : branch,
          question: ofBranch,
          deployments,
          end,
          support: days === undefined ? undefined : supportOf(days),
          days,
        },
      ];
    });
  }
  return {
    add(_, facts: Facts) {
      for (const { product, isOf, counts } of all) {
        if (!isOf(facts)) continue;
        const { engine } = products[product];
        const { version } = (engine && facts.byEngine?.[engine]) ?? facts;
        const branch = version == null ? unknown : branchText(version);
        counts.set(branch, (counts.get(branch) ?? 0) + 1);
      }
    },
    result: () => all.flatMap(linesOf).toSorted(byEnd),
  };
}

const byEnd = (left: VersionLine, right: VersionLine): number => {
  const [one, other] = [left.end ?? "9", right.end ?? "9"];
  return one === other ? right.deployments - left.deployments : one < other ? -1 : 1;
};
