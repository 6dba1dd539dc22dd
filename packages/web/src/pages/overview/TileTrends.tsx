import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { fleetHistoryQuery } from "../../api/fleet/fleet-history.ts";
import { historyRanges } from "./history-view.ts";
import type { Trends } from "./trend.ts";
import { trendsOf } from "./trends.ts";

interface TileTrendsProps {
  organization: string | undefined;
  onTrends: (trends: Trends) => void;
}

/**
 * Takes how the figures changed from the answer that the charts below have, in their usual range. It asks for nothing:
 * the page makes one request more than the list.
 */
export default function TileTrends({ organization, onTrends }: TileTrendsProps) {
  const { data } = useQuery({
    ...fleetHistoryQuery(organization, { last: historyRanges["7d"].last }),
    enabled: false,
    select: trendsOf,
  });
  useEffect(() => {
    if (data) onTrends(data);
  }, [data, onTrends]);
  return null;
}
