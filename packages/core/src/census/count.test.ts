import { expect, test } from "vitest";
import type { DeploymentListItem } from "../contract/deployment/deployment.ts";
import { count } from "./count.ts";

const license = {
  ramShardsInUse: 1,
  ramShardsLimit: 0,
  flashShardsInUse: 2,
  flashShardsLimit: 0,
  shardsLimit: 4,
};
const clusterWith = (more: object) =>
  ({
    type: "ENTERPRISE",
    status: "active",
    databaseCount: 1,
    license: { ...license, ...more },
  }) as unknown as DeploymentListItem;

test("HIS14 a cluster with one limit for both kinds of shards has it in the totals, as in its own past", () => {
  const both = clusterWith({ ramShardsLimit: 10, flashShardsLimit: 20 });
  const { figures } = count([clusterWith({}), both], new Map());
  expect(figures).toMatchObject({ ramShards: 2, ramShardLimit: 14, flashShards: 4, flashShardLimit: 20 });
});
