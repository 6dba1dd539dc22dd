import type { DeploymentType } from "@shardwatch/core/contract/deployment";

/** What a type is called in the list, and among the choices of the filter, which are in this order. */
const types: Record<DeploymentType, { label: string; choice: string }> = {
  CLOUD: { label: "Cloud", choice: "Redis Cloud" },
  ENTERPRISE: { label: "Enterprise", choice: "Enterprise" },
  STANDALONE: { label: "OSS (Standalone)", choice: "Standalone" },
  CLUSTER: { label: "OSS (Cluster)", choice: "Cluster" },
};

const isType = (text: string): text is DeploymentType => Object.hasOwn(types, text);

/** A deployment's type as it is shown, whichever case it comes in; an unknown one is shown as it is. */
export function typeLabel(type: string): string {
  const known = type.toUpperCase();
  return isType(known) ? types[known].label : type;
}

/** The choices of the type filter, in their order. */
export const typeChoices = (Object.keys(types) as DeploymentType[]).map((value) => ({
  value,
  label: types[value].choice,
}));
