import type { PatchedVersion } from "@shardwatch/core/contract/incident/patched";
import {
  type EngineVersion,
  type PatchedVersions,
  versionKeyOf,
} from "@shardwatch/core/contract/support/worst";
import { useMay } from "../session/session.ts";
import { useOpenIncidents } from "./use-open-incidents.ts";

/** What people said is patched, as facts are judged by it. */
export const toPatched = (patched: readonly PatchedVersion[] = []): PatchedVersions =>
  new Map(patched.map((one) => [versionKeyOf(one) ?? "", one.vulnerabilities]));

/** What people of an organization said is patched; undefined until that is known. */
export function usePatched(organizationId: string): readonly PatchedVersion[] | undefined {
  const seesAll = useMay("seeEveryOrganization");
  const { data } = useOpenIncidents(seesAll ? organizationId : undefined);
  return data && (data.patched ?? []);
}

/** What was said of one version. */
export const saidOf = (
  patched: readonly PatchedVersion[],
  version: EngineVersion,
): PatchedVersion | undefined => {
  const key = versionKeyOf(version);
  return key === undefined ? undefined : patched.find((one) => versionKeyOf(one) === key);
};
