import type { IncidentChart, IncidentDetail } from "@shardwatch/core/contract/incident/incident";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { historyQuery } from "../../api/fleet/history.ts";
import { historyAnchor, historySearch } from "../../lib/address/history-address.ts";
import { paths } from "../../lib/address/paths.ts";
import { isNotFound } from "../../lib/errors.ts";
import { faultOf } from "../../lib/fault-of.ts";
import { lazyModule } from "../../lib/loading/lazy-module.ts";
import { useOverTime } from "../../lib/time/ticker.ts";
import { useZone } from "../../lib/time/time-zone.ts";
import { momentText } from "../../lib/time/zone.ts";
import { filterControl } from "../../ui/form/filter-control.ts";
import { Section } from "../../ui/section/Section.tsx";
import { ErrorState } from "../../ui/state/ErrorState.tsx";
import { Skeleton } from "../../ui/state/Skeleton.tsx";
import { textLinkClass } from "../../ui/text/TextLink.tsx";
import { timeAround } from "./time-around.ts";
import { bandHeight, panelHeight } from "./chart-heights.ts";

const code = lazyModule(() => import("./chart/OnsetChart.tsx"));

type Shown = IncidentChart["deployments"][number];

interface ChartSectionProps {
  incident: IncidentDetail;
  /** The organization in the address; links keep it. */
  organization: string | undefined;
}

/** What its deployments measured when an incident began. Nothing where no history shows it. */
export function ChartSection({ incident, organization }: ChartSectionProps) {
  const { chart } = incident;
  const [chosen, choose] = useState<string>();
  const shown = chart?.deployments.find(({ id }) => id === chosen) ?? chart?.deployments[0];
  const zone = useZone();
  const onset = Date.parse(incident.since);
  // It moves on by five minutes until all of the time has passed.
  const to = useOverTime((now) => timeAround(onset, now).to);
  if (!chart || !shown) return null;
  const range = { from: timeAround(onset, to).from, to };
  const ofAddress = { from: range.from / 1_000, to: range.to / 1_000 };
  const address = paths.deployment(shown.id, historySearch(ofAddress, shown.database), organization);
  return (
    <Section
      heading="When it began"
      action={
        <Link to={`${address}#${historyAnchor}`} className={textLinkClass}>
          Open in history
        </Link>
      }
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3 pb-1 text-sm text-muted">
        <Choice deployments={chart.deployments} shown={shown} onChoose={choose} />
        <p>
          {`${momentText(onset, zone)}, at the ${chart.metric === null ? "line" : "flag"}. Each point shows five minutes.`}
        </p>
      </div>
      <Chart incident={incident} chart={chart} shown={shown} range={range} onset={onset} />
    </Section>
  );
}

interface ChoiceProps {
  deployments: readonly Shown[];
  shown: Shown;
  onChoose: (id: string) => void;
}

/** Which of several deployments is shown. */
function Choice({ deployments, shown, onChoose }: ChoiceProps) {
  if (deployments.length < 2) return null;
  return (
    <select
      aria-label="Deployment"
      value={shown.id}
      onChange={({ target }) => onChoose(target.value)}
      className={filterControl}
    >
      {deployments.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

interface ChartProps {
  incident: IncidentDetail;
  chart: IncidentChart;
  shown: Shown;
  range: { from: number; to: number };
  onset: number;
}

function Chart({ incident, chart, shown, range, onset }: ChartProps) {
  const [Drawn, setDrawn] = useState(() => code.now()?.OnsetChart);
  const [failure, setFailure] = useState<unknown>();
  const query = useQuery({
    ...historyQuery(
      { id: shown.id, organizationId: incident.organizationId },
      { metrics: [chart.metric ?? "memoryUsed"], database: shown.database ?? "total", range },
    ),
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    code.load().then(({ OnsetChart }) => setDrawn(() => OnsetChart), setFailure);
  }, []);
  const error = failure ?? (query.isLoadingError ? query.error : undefined);
  if (isNotFound(error))
    return <p className="px-4 pb-3 text-muted">The deployment is gone, and its history with it.</p>;
  if (error !== undefined)
    return (
      <ErrorState
        title="Unable to Load the History"
        text={faultOf(error)}
        error={error}
        onRetry={() => {
          setFailure(undefined);
          code.load().then(({ OnsetChart }) => setDrawn(() => OnsetChart), setFailure);
          void query.refetch();
        }}
      />
    );
  if (!Drawn || !query.data)
    return (
      <div
        className="px-4 py-3"
        style={{ height: chart.metric === null ? bandHeight : panelHeight }}
        aria-busy="true"
      >
        <Skeleton className="h-5 w-40" />
      </div>
    );
  return <Drawn chart={chart} history={query.data} name={shown.name} onset={onset} />;
}
