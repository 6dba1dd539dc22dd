import { toFault } from "./deployment.ts";
import type { Fault } from "./fault.ts";

const context = "packages/core/src/adapters/vault-context.ts";
const channelVault = "packages/core/src/sealed/channel-vault.ts";
const deliver = "packages/core/src/channel/delivery/deliver.ts";
const channel = "packages/core/src/channel/seal-anew.ts";
const account = "packages/core/src/redis-cloud/seal-anew.ts";
const vaults = ["packages/core/src/adapters/vaults.test.ts"];
const jobs = ["tests/contract/seals.test.ts"];
const races = ["tests/faults/seals.test.ts"];

const inCode: readonly Fault[] = [
  {
    id: "VS01",
    what: "nothing says what was sealed",
    file: context,
    find: "({ ...formerContext(id), kind: kindOf(id) })",
    plant: "({ ...formerContext(id), kind: kindOf(id).slice(9) })",
    tests: vaults,
  },
  {
    id: "VS02",
    what: "keys of accounts are sealed as what belongs to a channel",
    file: context,
    find: '[idPrefixes.redisCloud, "account"]',
    plant: '[idPrefixes.redisCloud, "channel"]',
    tests: vaults,
  },
  {
    id: "VS03",
    what: "what a former release sealed does not open any more",
    file: context,
    find: "isFormer(sealed) ? formerContext(id) : vaultContext(id)",
    plant: "isFormer(sealed) ? vaultContext(id) : vaultContext(id)",
    tests: ["tests/storage/former-seals.test.ts"],
  },
  {
    id: "VS04",
    what: "the worker that sends opens keys of accounts",
    file: channelVault,
    find: 'if (!isId("channel", id)) throw',
    plant: 'if (id === "") throw',
    tests: jobs,
  },
  {
    id: "VS05",
    what: "the worker that sends opens what a former release sealed",
    file: channelVault,
    find: "if (isFormer(sealed)) throw",
    plant: 'if (isFormer(sealed) && id === "") throw',
    tests: jobs,
  },
  {
    id: "VS06",
    what: "the worker that sends has the whole vault",
    file: "packages/functions/src/jobs/deliver.ts",
    find: "{ ...services, vault: channelVault(services.vault) }",
    plant: "{ ...services, vault: channelVault(services.vault) && services.vault }",
    tests: jobs,
  },
  {
    id: "VS07",
    what: "a channel of before counts our own lack of a right as its failure",
    file: deliver,
    find: "if (isSealedBefore(channel, now) &&",
    plant: 'if (isSealedBefore(channel, now) && channel.id === "" &&',
    tests: ["tests/storage/former-seals.test.ts"],
  },
  {
    id: "VS08",
    what: "a message for a channel that nobody seals anew waits for ever",
    file: deliver,
    find: "const longestSealing = day;",
    plant: "const longestSealing = 1_000 * day;",
    tests: jobs,
  },
  {
    id: "VS09",
    what: "a message that waits queues a job every few seconds",
    file: deliver,
    find: "Math.max(busyWait, now - sealingSince)",
    plant: "Math.min(busyWait, sealingSince)",
    tests: jobs,
  },
  {
    id: "VS10",
    what: "nobody is asked to seal a channel anew for which a message waits",
    file: deliver,
    find: 'await services.queue.send([{ kind: "sealAnew", organizationId, id }]);',
    plant: "await services.queue.send([]);",
    tests: ["tests/storage/former-seals.test.ts"],
  },
  {
    id: "VS11",
    what: "a message does not wait for the secret before a rotation",
    file: channel,
    find: "hasFormer({ ...texts, ...(isRotating && { formerSecret }) })",
    plant: "hasFormer({ ...texts, ...(isRotating && {}) })",
    tests: jobs,
  },
  {
    id: "VS12",
    what: "sealing anew undoes what a person has changed",
    file: channel,
    find: "when: channelKind.equals(before),",
    plant: "when: [{ exists: true }],",
    tests: races,
  },
  {
    id: "VS13",
    what: "sealing anew brings a deleted channel back",
    file: channel,
    find: "when: channelKind.equals(before),",
    plant: "when: [],",
    tests: races,
    title: "come back",
  },
  {
    id: "VS14",
    what: "sealing anew undoes new keys of an account",
    file: account,
    find: "...redisCloudKind.equals(before),",
    plant: "{ exists: true },",
    tests: races,
  },
  {
    id: "VS15",
    what: "sealing anew loses the outcome of a reading that has begun",
    file: account,
    find: '{ attribute: redisCloudKind.attribute.leaseUntil, absentOr: "<", value: clock.now() },',
    plant: "",
    tests: races,
  },
  {
    id: "VS16",
    what: "an account that is being read is sealed anew again and again, until the job fails",
    file: account,
    find: "leaseUntil >= clock.now() || ",
    plant: "leaseUntil < 0 || ",
    tests: jobs,
  },
  {
    id: "VS17",
    what: "no census finds what a former release sealed",
    file: "packages/functions/src/jobs/keep-history.ts",
    find: "if (jobs.length > 0) await",
    plant: "if (jobs.length > 1_000) await",
    tests: ["tests/storage/former-seals.test.ts"],
  },
  {
    id: "VS18",
    what: "a text that does not open fails its job again and again",
    file: "packages/core/src/sealed/anew.ts",
    find: "if (error instanceof Problem) throw error;",
    plant: "if (error instanceof Error) throw error;",
    tests: jobs,
  },
];

/** Rights, which only the deployment has. */
const inRights: readonly Fault[] = (
  [
    [
      "VS19",
      "the function that calls customers' addresses may open keys of accounts",
      "vault.ts",
      'right("kms:Decrypt", named, ["channel"])',
      'right("kms:Decrypt", named, anything)',
      "rights",
    ],
    [
      "VS20",
      "the function that calls customers' addresses may open what a former release sealed",
      "vault.ts",
      'right("kms:Decrypt", named, ["channel"])',
      'right("kms:Decrypt", namedOrFormer, ["channel"])',
      "recorded/rights",
    ],
    [
      "VS21",
      "nobody may open what a former release sealed",
      "vault.ts",
      'right("kms:Decrypt", namedOrFormer, ["account"])',
      'right("kms:Decrypt", named, ["account"])',
      "recorded/rights",
    ],
    [
      "VS22",
      "the function that reads accounts may not seal anew",
      "jobs.ts",
      "permissions: [openingAccounts, sealingAnew]",
      "permissions: [openingAccounts]",
      "recorded/rights",
    ],
    [
      "VS23",
      "the function that sends may not have channels sealed anew",
      "jobs.ts",
      "permissions: [openingChannels, queueingSeals, ...mailing]",
      "permissions: [openingChannels, ...mailing]",
      "recorded/rights",
    ],
  ] as const
).map((fault) => toFault([...fault]));

/** What is sealed for whom, who opens it, and how what a former release sealed is sealed anew. */
export const seals: readonly Fault[] = [...inCode, ...inRights];
