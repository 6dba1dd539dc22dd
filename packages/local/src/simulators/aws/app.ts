import { setTimeout as sleep } from "node:timers/promises";
import { Hono } from "hono";
import { metricData } from "./cloudwatch.ts";
import { elastiCacheAnswer } from "./elasticache.ts";
import { type Account, type AwsState, newAws, ourAccountId, ourCredentials } from "./state.ts";
import { assumeRole, type Session } from "./sts.ts";
import { failure, listOf, toXml } from "./wire.ts";

const metricTarget = "GraniteServiceVersion20100801.";
const nothing: Account = { regions: [], caches: {}, parameterGroups: {} };

/**
 * The parts of AWS that we call: STS, ElastiCache, CloudWatch and EC2, all at one address. A call's signature
 * names caller and service; it is read and not checked.
 */
export function createAwsSimulator(state: AwsState = newAws()) {
  const sessions = new Map<string, Session>();
  const app = new Hono();
  // The SDK puts a slash behind the address that it was given.
  app.post("*", async (c) => {
    const [, keyId = "", region = "", service = ""] =
      /Credential=(\w+)\/\d+\/([\w-]+)\/([\w-]+)\/aws4_request/.exec(c.req.header("authorization") ?? "") ??
      [];
    const body = await c.req.text();
    const target = c.req.header("x-amz-target") ?? "";
    const form = new URLSearchParams(target ? "" : body);
    const action = target.startsWith(metricTarget)
      ? target.slice(metricTarget.length)
      : (form.get("Action") ?? "");
    const session = sessions.get(keyId);
    const accountId = session?.accountId ?? (keyId === ourCredentials.accessKeyId ? ourAccountId : "");
    state.calls.push({ service, action, region, accountId, parameters: Object.fromEntries(form) });
    const { faults } = state;
    const fault = faults[`${region}/${action}`] ?? faults[action] ?? faults[region] ?? "works";
    if (fault === "slow") await sleep(state.delayMs);
    if (fault === "hanging") return new Promise<Response>(() => undefined);
    if (fault === "endless") return new Response(endless(), { headers: { "content-type": "text/xml" } });
    if (fault === "throttled") return failure(service, 400, "Throttling", "Rate exceeded");
    if (fault === "error") return failure(service, 500, "InternalFailure", "an internal error");
    if (accountId === "")
      return failure(service, 403, "InvalidClientTokenId", "The security token is invalid");
    if (service === "sts")
      return fault === "denied"
        ? failure(service, 403, "AccessDenied", "denied")
        : assumeRole(state, sessions, form);
    const account = state.accounts[accountId] ?? nothing;
    if (service !== "ec2" && !account.regions.includes(region))
      return failure(service, 403, "InvalidClientTokenId", "The security token is invalid");
    if (fault === "denied" || !session || !mayCall(session, service, action))
      return failure(
        service,
        403,
        service === "ec2" ? "UnauthorizedOperation" : "AccessDenied",
        "not authorized",
      );
    if (fault === "unknown")
      return failure(service, 400, "InvalidAction", `Could not find operation ${action}`);
    if (service === "monitoring") return metricData(state, accountId, region, JSON.parse(body));
    if (service === "ec2") return regionsAnswer(account);
    return elastiCacheAnswer(state, account, region, action, form);
  });
  return { app, state };
}

const servicePrefix: Record<string, string> = { monitoring: "cloudwatch" };

/** Both the role's policies and the session's have to allow a call. */
function mayCall({ role, actions }: Session, service: string, action: string): boolean {
  const allowed = actions.includes("*") || actions.includes(`${servicePrefix[service] ?? service}:${action}`);
  return allowed && !role.denied?.includes(action);
}

function regionsAnswer({ regions }: Account): Response {
  const items = regions.map((regionName) => ({ regionName, optInStatus: "opt-in-not-required" }));
  const body = toXml("DescribeRegionsResponse", { requestId: "request", regionInfo: listOf("item", items) });
  return new Response(body, { headers: { "content-type": "text/xml" } });
}

/** An answer that begins and never ends. */
function endless(): ReadableStream {
  const chunk = new TextEncoder().encode("<Endless/>".repeat(6_000));
  return new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
}
