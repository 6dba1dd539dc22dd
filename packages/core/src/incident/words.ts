import { type CauseKind, mostMembers, type RuleId } from "../contract/incident-words.ts";
import { affectedBy, type IncidentRecord } from "./record.ts";

/* What an incident is called, and what to do about it. It is code, so older incidents get better words, too. */

const whatHolds: Readonly<Record<RuleId, string>> = {
  "memory-full": "memory is nearly full",
  "evictions-begin": "evictions have begun",
  "license-ends": "the license",
  "certificate-ends": "certificates end",
  "shards-full-ram": "RAM shards are nearly used up",
  "shards-full-flash": "flash shards are nearly used up",
  unwell: "is not well",
  "database-unwell": "a database is not well",
  "persistence-failing": "can't save to its disk",
  "replica-lost": "has lost a replica",
  silent: "reports nothing",
  "source-failing": "can't be read",
  "agent-old": "agents run an old release",
  "agent-clock": "the agent's clock is wrong",
  "key-unused": "agent keys are not used",
  "channel-failing": "messages do not arrive",
};

/** What the value of a rule is about, where the value does not name it. */
const subjects: Readonly<Partial<Record<RuleId, string>>> = {
  "license-ends": "the license ",
  "certificate-ends": "the certificate ",
};

/** What is not kept is not counted. */
const countOf = (count: number, what: string) =>
  `${count}${count < mostMembers ? "" : " or more"} ${what}${count === 1 ? "" : "s"}`;
const deployments = (count: number) => countOf(count, "deployment");
const are = (count: number) => (count === 1 ? "is" : "are");

/** What is wrong with many at a time, when the rule is all that they have in common. */
const inMany: Readonly<Record<RuleId, (count: number) => string>> = {
  "memory-full": (count) => `Memory is nearly full in ${deployments(count)}`,
  "evictions-begin": (count) => `Evictions have begun in ${deployments(count)}`,
  "license-ends": (count) => `The licenses of ${deployments(count)} end or have ended`,
  "certificate-ends": (count) => `The certificates of ${deployments(count)} end or have ended`,
  "shards-full-ram": (count) => `RAM shards are nearly used up in ${deployments(count)}`,
  "shards-full-flash": (count) => `Flash shards are nearly used up in ${deployments(count)}`,
  unwell: (count) => `${deployments(count)} ${are(count)} not well`,
  "database-unwell": (count) => `Databases are not well in ${deployments(count)}`,
  "replica-lost": (count) => `Replicas are lost in ${deployments(count)}`,
  "persistence-failing": (count) => `${deployments(count)} can't save to disk`,
  silent: (count) => `${deployments(count)} ${are(count)} silent`,
  "source-failing": (count) => `${countOf(count, "account")} can't be read`,
  "agent-old": (count) => `${countOf(count, "agent")} ${are(count)} of an old release`,
  "agent-clock": (count) => `The clocks of ${countOf(count, "agent")} are wrong`,
  "key-unused": (count) => `${countOf(count, "agent key")} ${are(count)} not used`,
  "channel-failing": (count) => `Messages do not arrive in ${countOf(count, "channel")}`,
};

/** What is wrong and why, in a sentence without full stop. */
export function titleOf({
  rule,
  cause,
  members,
}: Pick<IncidentRecord, "rule" | "cause" | "members">): string {
  const { kind, name } = cause;
  const count = affectedBy(members).length;
  const [first] = members;
  switch (kind) {
    case "source":
      return `${name} can't be read`;
    case "key":
      return `${name === "" ? "An agent key" : `The agent key ${name}`} has ended; ${countOf(count, "deployment")} silent`;
    case "network":
      return `${name} fell silent together; ${countOf(count, "deployment")} silent`;
    case "agent":
      return rule === "silent"
        ? `The agent ${name} is silent with ${countOf(count, "deployment")}`
        : `The clock of the agent ${name} is wrong`;
    case "dropped":
      return `${name} no longer reports ${countOf(count, "deployment")}`;
    case "host":
      return `The agent ${name} can't reach ${countOf(count, "server")}`;
    case "rule":
      return inMany[rule](count);
    case "licence":
      return `${name}: ${subjects[rule] ?? ""}${first?.value ?? whatHolds[rule]}`;
    case "channel":
      return `The channel ${name} ${first?.value ?? whatHolds[rule]}`;
    case "deployment":
      return `${name}: ${subjects[rule] ?? ""}${first?.value ?? whatHolds[rule]}`;
  }
}

interface Advice {
  text: string;
  /** A command or a policy that helps. */
  command: string | null;
}

const advice = (text: string, command: string | null = null): Advice => ({ text, command });

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

const forRules: Readonly<Record<RuleId, Advice>> = {
  "memory-full": advice(
    "A store that is full refuses writes. Raise its limit, delete keys, or set an eviction policy if its keys may be lost.",
    "redis-cli --bigkeys",
  ),
  "evictions-begin": advice(
    "It loses keys to stay below its limit. Raise the limit if it isn't meant to be a cache.",
    "redis-cli INFO stats | grep evicted_keys",
  ),
  "license-ends": advice(
    "Ask Redis for a new license and install it. After the end, the cluster can't be changed: no new databases, no new shards.",
    "curl -k -u EMAIL https://CLUSTER:9443/v1/license",
  ),
  "certificate-ends": advice(
    "Renew the certificate and load it into the servers. After the end, clients that verify it can't connect.",
    "openssl s_client -connect HOST:PORT -servername HOST </dev/null | openssl x509 -noout -enddate",
  ),
  "shards-full-ram": advice("Free shards or extend the license. Above the limit, no shard can be added."),
  "shards-full-flash": advice("Free shards or extend the license. Above the limit, no shard can be added."),
  unwell: advice("Look at the server's log and at its last restart.", "redis-cli PING"),
  "database-unwell": advice("Look at the database in the console of its cluster or its account."),
  "persistence-failing": advice(
    "It refuses writes until a save succeeds. Free space on its disk, or correct the rights of its folder. Its log says what failed.",
    "redis-cli INFO persistence | grep status",
  ),
  "replica-lost": advice(
    "Bring the replica back. Its log and that of its primary say why it left. If there are fewer on purpose, say here that it's intended.",
    "redis-cli INFO replication",
  ),
  silent: advice(
    "Check that the agent runs, and read its log. It names what it couldn't reach.",
    "journalctl -u shardwatch-agent -n 50",
  ),
  "source-failing": advice("Open the account under Sources. Its steps show which call failed."),
  "agent-old": advice("Install the agent of this release."),
  "agent-clock": advice(
    "Correct the clock of the agent's host. At five minutes, its reports are refused.",
    "chronyc tracking",
  ),
  "key-unused": advice("Revoke the keys that nobody needs."),
  "channel-failing": advice(
    "Open the channel. Its log shows what its receiver answered. Send a test when the receiver is well, and retry what is dead. A channel that was switched off has to be switched on again.",
  ),
};

/** What helps by the status of a deployment. Any other status has the advice of its rule. */
const forStatuses: Readonly<Record<string, Advice>> = {
  unreachable: advice(
    "Check that the server runs, and that the agent's host can reach its address and port.",
    "redis-cli -h HOST -p PORT PING",
  ),
  denied: advice(
    "The server runs and refuses the agent's login. Check the user and the password in the agent's configuration, and the user's rights.",
    "redis-cli ACL GETUSER USER",
  ),
  degraded: advice(
    "It answers, but not whole: a node, a replica or a part of the slots is missing. Its page names what is.",
    "redis-cli CLUSTER INFO",
  ),
  down: advice(
    "The cluster refuses requests, because slots have no node that serves them. Bring back their primary or one of its replicas.",
    "redis-cli CLUSTER NODES",
  ),
};

/** A status by which a deployment is found not well is the value of its finding. */
const forStatus = ({ rule, members: [first] }: Pick<IncidentRecord, "rule" | "members">) =>
  rule === "unwell" ? forStatuses[first?.value?.toLowerCase() ?? ""] : undefined;

export const adviceOf = (record: Pick<IncidentRecord, "rule" | "cause" | "members">): Advice =>
  forCauses[record.cause.kind] ?? forStatus(record) ?? forRules[record.rule];
