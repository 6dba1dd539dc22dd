import type { IncidentDetail } from "@shardwatch/core/contract/incident/incident";

/** When what is wrong began, Unix epoch in milliseconds; where that is not known, when the incident opened. */
export const onsetOf = ({ evidence, openedAt }: Pick<IncidentDetail, "evidence" | "openedAt">): number =>
  Date.parse(evidence.since ?? openedAt);
