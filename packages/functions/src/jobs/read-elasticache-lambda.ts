import { createElastiCache } from "@shardwatch/core/adapters/aws/elasticache";
import { roleTrial } from "@shardwatch/core/contract/source/role-trial";
import { trialsOf } from "@shardwatch/core/elasticache/trial";
import * as z from "zod";
import { composeAws } from "../compose.ts";
import { noExternalPorts } from "../external-ports.ts";
import { readElastiCache } from "./read-elasticache.ts";
import { doJobs, queueEvent } from "./worker.ts";

const services = composeAws(process.env, ({ AWS_REGION: region }) => {
  const elasticache = createElastiCache({ region });
  return { accounts: { ...noExternalPorts().accounts, elasticache }, roleTrials: trialsOf(elasticache) };
});

const anyEvent = z.union([queueEvent, roleTrial]);

/** Its queue calls it, and the API to have a role tried. */
export async function handler(event: unknown) {
  const read = anyEvent.parse(event);
  if ("Records" in read) return await doJobs(services, read, readElastiCache);
  const result = await services.roleTrials.run(read);
  services.log.info("role tried", { outcome: result.outcome, sessionName: read.sessionName });
  return result;
}
