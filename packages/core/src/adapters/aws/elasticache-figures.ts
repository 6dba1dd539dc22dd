import type { AwsAnswer, FigureQuestion, NodeFigure } from "../../ports/elasticache.ts";
import { type Metric, periodSeconds, readMetrics, type Span } from "./elasticache-metrics.ts";
import type { Session } from "./elasticache-session.ts";

/**
 * The metric of each figure. CloudWatch has counts of each minute, so their sum over a period is how often it happened in
 * it: https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/CacheMetrics.Redis.html
 */
const metrics: Record<NodeFigure, Pick<Metric, "name" | "statistic">> = {
  ops: { name: "TotalCmdsCount", statistic: "Sum" },
  clients: { name: "CurrConnections", statistic: "Maximum" },
  hits: { name: "CacheHits", statistic: "Sum" },
  misses: { name: "CacheMisses", statistic: "Sum" },
  evicted: { name: "Evictions", statistic: "Sum" },
  keys: { name: "CurrItems", statistic: "Maximum" },
};

/** As `AccountReader.figures`. */
export async function readFigures(
  session: Session,
  region: string,
  questions: readonly FigureQuestion[],
  span: Span,
): Promise<AwsAnswer<ReadonlyMap<number, number>[]>> {
  const asked = questions.map(({ node, figure }): Metric => ({ node, ...metrics[figure] }));
  const answer = await readMetrics(session, region, asked, span);
  if (answer.outcome !== "ok") return answer;
  const value = answer.value.map((values, index) =>
    asked[index]?.statistic === "Sum"
      ? new Map([...values].map(([at, count]) => [at, count / periodSeconds]))
      : values,
  );
  return { outcome: "ok", value };
}
