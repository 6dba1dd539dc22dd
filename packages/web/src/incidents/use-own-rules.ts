import type { AnyRuleId } from "@shardwatch/core/contract/incident/rules";
import { useQuery } from "@tanstack/react-query";
import { rulesQuery } from "../api/incidents/rules.ts";

/**
 * The rules that an organization wrote, with their names; none until they are loaded.
 * @param enabled whether they are loaded: an answer costs a reading of 30 days of incidents
 */
export function useOwnRules(
  organizationId: string | undefined,
  enabled: boolean,
): readonly (readonly [id: AnyRuleId, name: string])[] {
  const { data } = useQuery({ ...rulesQuery(organizationId), enabled });
  return data?.rules.flatMap(({ id, name, own }) => (own ? [[id, name] as const] : [])) ?? [];
}
