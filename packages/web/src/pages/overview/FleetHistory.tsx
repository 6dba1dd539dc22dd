import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { fleetHistoryQuery } from "../../api/fleet-history.ts";
import { faultOf } from "../../lib/fault-of.ts";
import { useNear } from "../../lib/use-near.ts";
import type { Span } from "../../ui/chart-types.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Section } from "../../ui/Section.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { historyRanges, rangeOrder, readRange, usualRange } from "./history-ranges.ts";

const FleetCharts = lazy(() =>
  import("./FleetCharts.tsx").then((module) => ({ default: module.FleetCharts })),
);

const parameter = "history";
const heights = { plot: 200, panel: 300 };
/** As high as four charts in a wide window. Without charts it stays so high, so that nothing moves. */
const space = { minHeight: 2 * heights.panel };

/** What has not come near yet loads nothing, so it is not busy. */
function Placeholder({ isBusy }: { isBusy: boolean }) {
  return (
    <div className="grid content-start gap-4 p-4" style={space} aria-busy={isBusy}>
      <Skeleton className="h-5 w-32" />
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
  const [query, setQuery] = useSearchParams();
  const range = readRange(query.get(parameter));
  const { last, words } = historyRanges[range];
  // A zoom belongs to what it was made in.
  const shown = `${organization} ${range}`;
  const [zoomed, setZoomed] = useState<{ of: string; span: Span }>();
  const zoom = zoomed?.of === shown ? zoomed.span : undefined;
  const setZoom = (span: Span | undefined) => setZoomed(span && { of: shown, span });
  const asked = zoom ? { from: zoom.from * 1_000, to: zoom.to * 1_000 } : { last };
  const history = useQuery({
    ...fleetHistoryQuery(organization, asked),
    enabled: isNear,
    refetchOnWindowFocus: false,
  });
  const choose = (chosen: typeof range) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (chosen === usualRange) next.delete(parameter);
        else next.set(parameter, chosen);
        return next;
      },
      { preventScrollReset: true },
    );
  return (
    <div ref={place}>
      <Section
        heading="History"
        action={
          <div role="group" aria-label="Range" className="flex flex-wrap gap-1">
            {zoom && <Button onClick={() => setZoom(undefined)}>Leave zoom</Button>}
            {rangeOrder.map((each) => (
              <Button
                key={each}
                aria-pressed={each === range}
                onClick={() => (each === range ? setZoom(undefined) : choose(each))}
                className="aria-pressed:border-accent aria-pressed:text-accent"
              >
                {historyRanges[each].name}
              </Button>
            ))}
          </div>
        }
      >
        {history.isLoadingError ? (
          <div style={space}>
            <ErrorState
              title="Unable to Load the History"
              text={faultOf(history.error)}
              error={history.error}
              onRetry={() => void history.refetch()}
            />
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
                zoom={zoom}
                onZoom={setZoom}
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
