import type { CauseKind } from "../../contract/incident/words.ts";
import { versionOfKey, worstOf } from "../../contract/support/worst.ts";
import { isOwnRule } from "../../contract/incident/rules.ts";
import { affectedBy, type IncidentRecord } from "../rows/record.ts";
import { ruleOf } from "../rules/rules.ts";
import { adviceOfVersion } from "../rules/vulnerabilities.ts";
import { type Advice, advice, countOf, deployments } from "../rules/words.ts";

/* What an incident is called, and what to do about it. It is code, so older incidents get better words, too. */

/** What is wrong and why, in a sentence without full stop. */
export function titleOf({
  rule,
  cause,
  members,
  written,
}: Pick<IncidentRecord, "rule" | "cause" | "members" | "written">): string {
  const { kind, name } = cause;
  const count = affectedBy(members).length;
  const [first] = members;
  const about = ruleOf(rule);
  switch (kind) {
    case "source":
      return `${name}: sync failing`;
    case "key":
      return `${name === "" ? "An agent key" : `Agent key ${name}`} has ended (${deployments(count)} silent)`;
    case "network":
      return `${name} stopped reporting together (${deployments(count)})`;
    case "agent":
      return about.cause === "silence"
        ? `Agent ${name} stopped reporting (${deployments(count)})`
        : `The clock of agent ${name} is wrong`;
    case "dropped":
      return `${name} no longer reports ${deployments(count)}`;
    case "host":
      return `Agent ${name} can't reach ${countOf(count, "server")}`;
    case "version":
      return `${name} ${about.holds}`;
    case "rule":
      return isOwnRule(rule) && written ? `${written.name} (${deployments(count)})` : about.many(count);
    case "channel":
      return `The channel ${name} ${first?.value ?? about.holds}`;
    case "token":
      return `The token ${name} ${first?.value ?? about.holds}`;
    case "licence":
    case "deployment":
      if (isOwnRule(rule) && written) return `${name}: ${written.name}`;
      return `${name}: ${about.subject ?? ""}${first?.value ?? about.holds}`;
  }
}

const forCauses: Readonly<Partial<Record<CauseKind, Advice>>> = {
  source: advice(
    "Open the account under Sources. Its steps show which call failed. For AWS, check the role's trust policy and its rights. For Redis Cloud, check that the API keys exist and that their allow list has our addresses.",
  ),
  key: advice(
    "Create a new agent key and put it into the agent's configuration, or delete these deployments here.",
  ),
  network: advice(
    "Check firewall, proxy and DNS between your network and this service. The agents report again on their own.",
  ),
  dropped: advice("Add them to the agent's configuration again, or delete them here if they are gone."),
  host: advice("Check the network between the agent's host and these servers, and the servers' hosts."),
};

/** What helps: against the cause, else against what the finding has seen, else against all that the rule finds. */
export function adviceOf({
  rule,
  cause,
  members: [first],
  written,
}: Pick<IncidentRecord, "rule" | "cause" | "members" | "written">): Advice {
  if (written?.advice) return advice(written.advice);
  const version = cause.kind === "version" && cause.id !== null ? versionOfKey(cause.id) : undefined;
  if (version) return adviceOfVersion(worstOf([version])?.fixedIn);
  const about = ruleOf(rule);
  const byValue = about.adviceByValue?.get(first?.value?.toLowerCase() ?? "");
  return forCauses[cause.kind] ?? byValue ?? about.advice;
}
