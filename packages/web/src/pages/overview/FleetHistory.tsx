import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useRef } from "react";
import { fleetHistoryQuery } from "../../api/fleet/fleet-history.ts";
import { second } from "@shardwatch/core/kit/time";
import { periods } from "../../ui/chart/compare.ts";
import { CompareButtons } from "../../ui/chart/CompareButtons.tsx";
import { useQueryView } from "../../lib/address/use-query-view.ts";
import { faultOf } from "../../lib/fault-of.ts";
import { useNear } from "../../lib/browser/use-near.ts";
import { Button } from "../../ui/form/Button.tsx";
import { LoadFailure } from "../../ui/state/ErrorState.tsx";
import { Section } from "../../ui/section/Section.tsx";
import { Skeleton } from "../../ui/state/Skeleton.tsx";
import { historyRanges, rangeOrder, readFleetView, writeFleetView } from "./history-view.ts";

const FleetCharts = lazy(() =>
  import("./FleetCharts.tsx").then((module) => ({ default: module.FleetCharts })),
);

const heights = { notes: 48, plot: 200, panel: 285 };
/** As high as four charts in a wide window. Without charts it stays so high, so that nothing moves. */
const space = { minHeight: heights.notes + 2 * heights.panel };

/** What has not come near yet loads nothing, so it is not busy. */
function Placeholder({ isBusy }: { isBusy: boolean }) {
  return (
    <div className="grid content-start gap-4 p-4" style={space} aria-busy={isBusy}>
      <Skeleton className="h-5 w-32" />
    </div>
  );
}

/** The view in the address, and how to change it. Each change can be undone by Back. */
function useFleetView() {
  const [view, change] = useQueryView(readFleetView, writeFleetView);
  return { ...view, change };
}

function RangeButtons({ range, zoom, compare, change }: ReturnType<typeof useFleetView>) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <CompareButtons period={compare} onChange={(period) => change({ compare: period })} />
      <div role="group" aria-label="Range" className="flex flex-wrap gap-1">
        {zoom && <Button onClick={() => change({ zoom: undefined })}>Leave zoom</Button>}
        {rangeOrder.map((each) => (
          <Button
            key={each}
            aria-pressed={each === range && !zoom}
            onClick={() => change({ range: each, zoom: undefined })}
            className="aria-pressed:border-accent aria-pressed:text-accent"
          >
            {historyRanges[each].name}
          </Button>
        ))}
      </div>
    </div>
  );
}

interface FleetHistoryProps {
  /** Undefined for the person's own. */
  organization: string | undefined;
  name: string;
}

/** The past of all deployments together. Its data and the charts load when it comes near. */
export default function FleetHistory({ organization, name }: FleetHistoryProps) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place);
  const view = useFleetView();
  const { range, zoom, compare, change } = view;
  const { last, words } = historyRanges[range];
  const asked = zoom ? { from: zoom.from * 1_000, to: zoom.to * 1_000 } : { last };
  const history = useQuery({
    ...fleetHistoryQuery(organization, asked),
    enabled: isNear,
    refetchOnWindowFocus: false,
  });
  const earlier = compare ? { earlier: periods[compare].seconds * second } : undefined;
  const before = useQuery({
    ...fleetHistoryQuery(organization, { ...asked, ...earlier }),
    enabled: isNear && earlier !== undefined,
    refetchOnWindowFocus: false,
  });
  return (
    <div ref={place}>
      <Section heading="History" action={<RangeButtons {...view} />}>
        {history.isLoadingError ? (
          <div style={space}>
            <LoadFailure query={history} title="Unable to Load the History" text={faultOf(history.error)} />
          </div>
        ) : history.data?.newest === null && !history.isPlaceholderData ? (
          <p className="px-4 py-6 text-muted" style={space}>
            Nothing was counted in this range. Each hour the deployments are counted once.
          </p>
        ) : (
          <Suspense fallback={<Placeholder isBusy />}>
            {history.data ? (
              <FleetCharts
                history={history.data}
                name={name}
                words={words}
                range={range}
                zoom={zoom}
                before={earlier && !before.isPlaceholderData ? before.data : undefined}
                compare={compare}
                onZoom={(span) => change({ zoom: span })}
                isOutdated={history.isPlaceholderData}
                heights={heights}
              />
            ) : (
              <Placeholder isBusy={isNear} />
            )}
          </Suspense>
        )}
      </Section>
    </div>
  );
}
