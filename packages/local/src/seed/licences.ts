import type { License } from "@shardwatch/core/contract/deployment/deployment";
import { day } from "@shardwatch/core/kit/time";

const dateAfter = (now: number, days: number) =>
  new Date(now + days * day).toISOString().replace(/\.\d+Z$/, "Z");

/** Licences of the demo clusters; they count from the day of seeding. */
export const noFlash = (now: number): License => ({
  activationDate: dateAfter(now, -300),
  expirationDate: dateAfter(now, 65),
  clusterName: "payments.acme.example",
  owner: "Acme Data",
  ramShardsInUse: 28,
  ramShardsLimit: 40,
  flashShardsInUse: 0,
  flashShardsLimit: 0,
  shardsLimit: 40,
  features: ["bigstore"],
});

export const withFlash = (now: number): License => ({
  activationDate: dateAfter(now, -352),
  expirationDate: dateAfter(now, 13),
  clusterName: "analytics.acme.example",
  owner: "Acme Data",
  ramShardsInUse: 11,
  ramShardsLimit: 12,
  flashShardsInUse: 19,
  flashShardsLimit: 20,
  shardsLimit: 32,
  features: ["bigstore"],
});

/** A trial has neither limits nor an owner. */
export const trial = (now: number): License => ({
  activationDate: dateAfter(now, -20),
  expirationDate: dateAfter(now, 10),
  clusterName: null,
  owner: null,
  ramShardsInUse: 2,
  ramShardsLimit: 0,
  flashShardsInUse: 0,
  flashShardsLimit: 0,
  shardsLimit: 0,
  features: [],
});

/** One that ended three weeks ago, with more in use than it allows. */
export const expired = (now: number): License => ({
  activationDate: dateAfter(now, -386),
  expirationDate: dateAfter(now, -21),
  clusterName: "ledger.globex.example",
  owner: "Globex Corporation",
  ramShardsInUse: 17,
  ramShardsLimit: 16,
  flashShardsInUse: 0,
  flashShardsLimit: 0,
  shardsLimit: 16,
  features: [],
});
