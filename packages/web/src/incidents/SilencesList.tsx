import { isOwnRule } from "@shardwatch/core/contract/incident/rules";
import type { Silence } from "@shardwatch/core/contract/incident/silence";
import { whyManaged } from "@shardwatch/core/contract/source/rights";
import { useQuery } from "@tanstack/react-query";
import { minute } from "@shardwatch/core/kit/time";
import { useState } from "react";
import { endSilence, silencesQuery } from "../api/incidents/silences.ts";
import { useLiveOptions } from "../lib/time/refresh-interval.ts";
import { useOverTime } from "../lib/time/ticker.ts";
import { showError, showSuccess } from "../lib/browser/toasts.ts";
import { LoadFailure } from "../ui/state/ErrorState.tsx";
import { Foreign } from "../ui/text/Foreign.tsx";
import { LimitedButton } from "../ui/form/LimitedButton.tsx";
import { Section } from "../ui/section/Section.tsx";
import { EndTime } from "./EndTime.tsx";
import { scopeText } from "./silence-scope.ts";
import { useOwnRules } from "./use-own-rules.ts";

interface SilencesListProps {
  /** For people who see all organizations; others have one. */
  organizationId?: string | undefined;
  /** Why the person may not end one; undefined when they may. */
  limit: string | undefined;
}

/** The silences that run or begin later. Each can be ended now. */
export default function SilencesList(props: SilencesListProps) {
  return (
    <Section heading="Silences">
      <List {...props} />
    </Section>
  );
}

function List({ organizationId, limit }: SilencesListProps) {
  const query = useQuery({ ...silencesQuery(organizationId), ...useLiveOptions() });
  const { data, isLoadingError } = query;
  const [busy, setBusy] = useState<string>();
  const isOfOwnRule = ({ scope }: Silence) => scope.kind === "rule" && isOwnRule(scope.rule);
  const own = useOwnRules(organizationId, data?.some(isOfOwnRule) === true);
  if (isLoadingError) return <LoadFailure title="Failed to load silences" query={query} />;
  if (!data) return <p className="p-4 text-muted">Loading…</p>;
  if (data.length === 0) return <p className="p-4 text-muted">Nothing is silenced</p>;

  async function end(one: Silence) {
    if (busy !== undefined) return;
    setBusy(one.id);
    try {
      await endSilence(one);
      showSuccess("Silence ended");
      // The button disappears with its row, so the focus moves.
      document.querySelector("h1")?.focus();
    } catch (thrown) {
      showError("Failed to end the silence", thrown);
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <ul className="divide-y divide-line">
      {data.map((one) => (
        <li key={one.id} className="flex flex-wrap items-start gap-x-6 gap-y-2 px-4 py-3">
          <OneSilence silence={one} own={own} />
          <LimitedButton
            reason={one.managedBy ? whyManaged : limit}
            aria-label={`End now: ${scopeText(one.scope, own)}`}
            aria-disabled={busy === one.id || undefined}
            onClick={() => void end(one)}
          >
            {busy === one.id ? "Ending…" : "End now"}
          </LimitedButton>
        </li>
      ))}
    </ul>
  );
}

interface OneSilenceProps {
  silence: Silence;
  own: ReturnType<typeof useOwnRules>;
}

function OneSilence({ silence: { scope, from, until, reason, createdBy }, own }: OneSilenceProps) {
  // The clocks of browser and server differ by a moment.
  const begins = useOverTime((now) => Date.parse(from) - now > minute);
  return (
    <div className="grid min-w-0 grow basis-72 gap-1">
      <p className="font-medium wrap-anywhere">
        <Foreign>{scopeText(scope, own)}</Foreign>
      </p>
      <p className="text-sm wrap-anywhere">
        <Foreign>{reason}</Foreign>
        <span className="text-muted"> – {createdBy.name ?? "a deleted account"}</span>
      </p>
      <p className="text-sm">
        {begins && (
          <>
            From <EndTime at={from} />{" "}
          </>
        )}
        {begins ? "until" : "Until"} <EndTime at={until} />
      </p>
    </div>
  );
}
