import {
  type ManagedSource,
  whyNotChangeSource,
  whyNotCreateSource,
  whyNotReadSource,
} from "@shardwatch/core/contract/source/rights";
import { useUser } from "./session.ts";

/**
 * Why the person may not create, change or read API keys and integrations; undefined where they may. The API
 * decides.
 */
export function useSourceRights() {
  const user = useUser();
  const person = user ?? { id: "", roles: [] };
  const onlyAdmins = user?.organization?.onlyAdminsManageSources ?? false;
  return {
    create: whyNotCreateSource(person, onlyAdmins),
    change: (source: ManagedSource) => whyNotChangeSource(person, source, onlyAdmins),
    read: (source: ManagedSource) => whyNotReadSource(person, source, onlyAdmins),
  };
}
