import type { License } from "@shardwatch/core/contract/deployment/deployment";
import { day } from "@shardwatch/core/kit/time";

const dateAfter = (now: number, days: number) =>
  new Date(now + days * day).toISOString().replace(/\.\d+Z$/, "Z");

/** A licence from one day to another, counted from the day of seeding, with what it has beside nothing. */
const licence =
  (from: number, until: number, more: Partial<License>) =>
  (now: number): License => ({
    activationDate: dateAfter(now, from),
    expirationDate: dateAfter(now, until),
    clusterName: null,
    owner: null,
    ramShardsInUse: 0,
    ramShardsLimit: 0,
    flashShardsInUse: 0,
    flashShardsLimit: 0,
    shardsLimit: 0,
    features: [],
    ...more,
  });

export const noFlash = licence(-300, 65, {
  clusterName: "payments.acme.example",
  owner: "Acme Data",
  ramShardsInUse: 28,
  ramShardsLimit: 40,
  shardsLimit: 40,
  features: ["bigstore"],
});

export const withFlash = licence(-352, 13, {
  clusterName: "analytics.acme.example",
  owner: "Acme Data",
  ramShardsInUse: 11,
  ramShardsLimit: 12,
  flashShardsInUse: 19,
  flashShardsLimit: 20,
  shardsLimit: 32,
  features: ["bigstore"],
});

/** One with more in use than it allows. */
export const overused = licence(-210, 155, {
  clusterName: "webshop.acme.example",
  owner: "Acme Data",
  ramShardsInUse: 26,
  ramShardsLimit: 24,
  shardsLimit: 24,
});

/** One that took few shards into use, one after the other. */
export const grown = licence(-90, 640, {
  clusterName: "sign-in.acme.example",
  owner: "Acme Data",
  ramShardsInUse: 9,
  ramShardsLimit: 16,
  shardsLimit: 16,
});

/** A trial has neither limits nor an owner. */
export const trial = licence(-20, 10, { ramShardsInUse: 2 });

/** One that ended three weeks ago, with more in use than it allows. */
export const expired = licence(-386, -21, {
  clusterName: "ledger.globex.example",
  owner: "Globex Corporation",
  ramShardsInUse: 17,
  ramShardsLimit: 16,
  shardsLimit: 16,
});
