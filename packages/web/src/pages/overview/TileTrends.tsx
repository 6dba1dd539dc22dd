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

/** Reads how the figures changed, after the page. It is the usual range of the charts below, which use the answer too. */
export default function TileTrends({ organization, onTrends }: TileTrendsProps) {
  const { data } = useQuery({
    ...fleetHistoryQuery(organization, { last: historyRanges["7d"].last }),
    refetchOnWindowFocus: false,
    select: trendsOf,
  });
  useEffect(() => {
    if (data) onTrends(data);
  }, [data, onTrends]);
  return null;
}
