import type { TroubleOf } from "@shardwatch/core/contract/filter/facts";
import { useChangeWatch } from "../api/fleet/last-change.ts";
import { useJoinedIncidents } from "../incidents/use-joined-incidents.ts";
import { useMay } from "../session/session.ts";
import { useSparklines } from "./use-sparklines.ts";

interface AfterRowsProps {
  organization: string | undefined;
  /** Gets what the open incidents say about the rows, whenever that changes. */
  onIncidents: (troubleOf: TroubleOf) => void;
}

/**
 * What a list does when its rows are there: it draws their sparklines and marks those in incidents, and reloads soon
 * after a change. Its code loads after the rows. People who see every organization have to choose one to hear of
 * changes. Until then, they see the incidents of their own.
 */
export default function AfterRows({ organization, onIncidents }: AfterRowsProps) {
  const seesAll = useMay("seeEveryOrganization");
  useChangeWatch(organization, !seesAll || organization !== undefined);
  useSparklines();
  useJoinedIncidents(organization, onIncidents);
  return null;
}
