import type { CloudState } from "./state.ts";

/*
 * What an account holds; the same settings always give the same. The API really sends these forms: older and
 * newer ones side by side, each with other fields missing.
 */

const links = (href: string) => [{ rel: "self", type: "GET", href }];

/** Ids of an account's subscriptions begin with this; those of the families do not meet. */
const firstFlexible = 100_001;
const firstFixed = 900_001;

const idsOf = (first: number, count: number, { deleted }: CloudState): number[] =>
  Array.from({ length: count }, (_, index) => first + index).filter((id) => !deleted.includes(String(id)));

export const flexibleIds = (state: CloudState): number[] => idsOf(firstFlexible, state.flexible, state);
export const fixedIds = (state: CloudState): number[] => idsOf(firstFixed, state.fixed, state);

const flexibleNames = ["payments-production", "sessions-global", "catalogue"];
const clouds = [
  { provider: "AWS", regions: ["eu-west-1"] },
  { provider: "AWS", regions: ["us-east-1", "eu-central-1"] },
  { provider: "GCP", regions: ["europe-west4"] },
];
/** The second one is Active-Active. */
const isActiveActive = (index: number): boolean => index % 3 === 1;

export function flexibleSubscription(id: number): object {
  const index = id - firstFlexible;
  const { provider, regions } = clouds[index % clouds.length] ?? { provider: "AWS", regions: [] };
  return {
    id,
    name: flexibleNames[index] ?? `subscription-${index + 1}`,
    status: index === 2 ? "pending" : "active",
    // The first one is as older answers are.
    ...(index > 0 && { deploymentType: isActiveActive(index) ? "active-active" : "single-region" }),
    paymentMethodType: "credit-card",
    paymentMethodId: 7_001,
    memoryStorage: "ram",
    storageEncryption: false,
    numberOfDatabases: 99,
    subscriptionPricing: [{ type: "Shards", quantity: 1, pricePerUnit: 0.1 }],
    cloudDetails: [
      {
        provider,
        cloudAccountId: 1,
        totalSizeInGb: 0.2323,
        regions: regions.map((region) => ({
          region,
          networking: [{ deploymentCIDR: "10.0.0.0/24" }],
          preferredAvailabilityZones: [`${region}a`],
          multipleAvailabilityZones: false,
        })),
      },
    ],
    links: links(`/v1/subscriptions/${id}`),
  };
}

export function fixedSubscription(id: number): object {
  const index = id - firstFixed;
  return {
    id,
    name: index === 0 ? "staging-cache" : `essentials-${index + 1}`,
    status: "active",
    planId: 98_183,
    planName: index === 0 ? "250MB" : "30MB",
    size: index === 0 ? 250 : 30,
    sizeMeasurementUnit: "MB",
    provider: "AWS",
    region: "us-east-1",
    price: index === 0 ? 7 : 0,
    maximumDatabases: 1,
    availability: "No replication",
    connections: index === 0 ? "256" : 30,
    creationDate: index === 0 ? "20-Nov-2022" : "2024-05-02T10:00:00+02:00",
    links: links(`/v1/fixed/subscriptions/${id}`),
  };
}

export const databaseCount = (id: number, state: CloudState): number =>
  id >= firstFixed ? 1 : state.databases;

export function database(subscription: number, index: number): object {
  if (subscription >= firstFixed) return fixedDatabase(subscription);
  return isActiveActive(subscription - firstFlexible)
    ? activeActiveDatabase(subscription, index)
    : proDatabase(subscription, index);
}

const databaseId = (subscription: number, index: number): number => subscription * 10_000 + index;

function proDatabase(subscription: number, index: number): object {
  const id = databaseId(subscription, index);
  return {
    databaseId: id,
    name: `db-${index + 1}`,
    protocol: index === 3 ? "memcached" : "redis",
    provider: "AWS",
    region: "eu-west-1",
    status: index === 2 ? "active-change-pending" : "active",
    ...(index % 2 === 0 ? { redisVersion: "7.4" } : { redisVersionCompliance: "6.2.10" }),
    memoryStorage: index % 5 === 4 ? "ram-and-flash" : "ram",
    replication: index % 2 === 1,
    // One of the two figures is there: newer answers have only the size of the data set.
    ...(index % 2 === 0 ? { memoryLimitInGb: 1 } : { datasetSizeInGb: 0.5 }),
    ...(index !== 2 && { memoryUsedInMb: 29.9949 + index }),
    dataPersistence: index % 2 === 0 ? "none" : "aof-every-1-second",
    dataEvictionPolicy: ["volatile-lru", "noeviction", "allkeys-lru"][index % 3],
    publicEndpoint: `redis-${id}.c1.eu-west-1.ec2.cloud.example:12000`,
    clustering: { numberOfShards: 1 },
    security: { enableTls: index % 2 === 0, sslClientAuthentication: false, sourceIps: ["0.0.0.0/0"] },
    modules: index % 4 === 0 ? [{ id: 1, name: "searchlight", version: "2.10" }] : [],
    alerts: [],
    links: links(`/v1/subscriptions/${subscription}/databases/${id}`),
  };
}

function activeActiveDatabase(subscription: number, index: number): object {
  const part = (region: string, used: number) => ({
    provider: "AWS",
    region,
    redisVersionCompliance: "7.2.4",
    memoryLimitInGb: 1,
    memoryUsedInMb: used,
    dataEvictionPolicy: "noeviction",
    security: { enableTls: true, enableDefaultUser: true },
  });
  return {
    databaseId: databaseId(subscription, index),
    name: `global-${index + 1}`,
    protocol: "redis",
    status: "active",
    activeActiveRedis: true,
    globalPassword: "simulated-password-that-must-not-be-kept",
    crdbDatabases: [part("us-east-1", 6), part("eu-central-1", 6.5)],
  };
}

function fixedDatabase(subscription: number): object {
  return {
    databaseId: databaseId(subscription, 0) % 100_000_000,
    name: "cache",
    protocol: "stack",
    provider: "AWS",
    region: "us-east-1",
    status: "active",
    redisVersion: "7.4",
    planMemoryLimit: subscription === firstFixed ? 250 : 30,
    memoryLimitMeasurementUnit: "MB",
    memoryUsedInMb: 6,
    dataPersistence: "none",
    dataEvictionPolicy: "volatile-lru",
    networkMonthlyUsageInByte: 0,
    replication: false,
    clustering: { enabled: false },
    // The documented example has no word about TLS.
    security: { defaultUserEnabled: true, sourceIps: ["0.0.0.0/0"] },
  };
}
