import type { DeploymentType } from "@shardwatch/core/contract/deployment";

/** The labels of types in the list and in the filter, in the filter's order. */
const types: Record<DeploymentType, { label: string; choice: string }> = {
  CLOUD: { label: "Cloud", choice: "Redis Cloud" },
  ENTERPRISE: { label: "Enterprise", choice: "Enterprise" },
  STANDALONE: { label: "OSS (Standalone)", choice: "Standalone" },
  CLUSTER: { label: "OSS (Cluster)", choice: "Cluster" },
};

const isType = (text: string): text is DeploymentType => Object.hasOwn(types, text);

/** The label of a deployment's type, in any case. An unknown type is its own label. */
export function typeLabel(type: string): string {
  const known = type.toUpperCase();
  return isType(known) ? types[known].label : type;
}

/** The choices of the type filter, in their order. */
export const typeChoices = (Object.keys(types) as DeploymentType[]).map((value) => ({
  value,
  label: types[value].choice,
}));
