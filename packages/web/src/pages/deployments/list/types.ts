import type { DeploymentType } from "@shardwatch/core/contract/deployment/deployment";

/** The labels of types in the list. */
const types: Record<DeploymentType, string> = {
  CLOUD: "Cloud",
  ENTERPRISE: "Enterprise",
  STANDALONE: "OSS (Standalone)",
  CLUSTER: "OSS (Cluster)",
};

const isType = (text: string): text is DeploymentType => Object.hasOwn(types, text);

/** The label of a deployment's type, in any case. An unknown type is its own label. */
export function typeLabel(type: string): string {
  const known = type.toUpperCase();
  return isType(known) ? types[known] : type;
}
