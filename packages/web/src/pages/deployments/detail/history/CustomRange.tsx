import { useState } from "react";
import { momentOf, wallClock, type Zone } from "../../../../lib/time/zone.ts";
import type { Span } from "../../../../ui/chart/types.ts";
import { Button } from "../../../../ui/form/Button.tsx";
import { Field } from "../../../../ui/form/Field.tsx";
import { type HistoryView, spanOfView } from "./view.ts";

/** A moment as a field for date and time has it: "2026-11-21T19:20". */
const toField = (seconds: number, zone: Zone) =>
  wallClock(seconds * 1_000, zone)
    .toISOString()
    .slice(0, 16);

/** Seconds; NaN for an empty field. */
const fromField = (text: string, zone: Zone) => Math.floor(momentOf(Date.parse(`${text}Z`), zone) / 1_000);

interface CustomRangeProps {
  view: HistoryView;
  zone: Zone;
  onShow: (span: Span) => void;
}

/** Two fields for a range of one's own. They begin with the range that is shown. */
export function CustomRange({ view, zone, onShow }: CustomRangeProps) {
  const [shown] = useState(() => spanOfView(view, Date.now()));
  const [from, setFrom] = useState(() => toField(shown.from, zone));
  const [to, setTo] = useState(() => toField(shown.to, zone));
  const [fault, setFault] = useState<string>();
  function show() {
    const span = { from: fromField(from, zone), to: fromField(to, zone) };
    if (!Number.isFinite(span.from) || !Number.isFinite(span.to)) return setFault("Enter both times.");
    if (span.from >= span.to) return setFault("The end has to be later than the begin.");
    if (span.from * 1_000 > Date.now()) return setFault("The begin has to be in the past.");
    onShow(span);
  }
  return (
    <div
      role="group"
      aria-label="Custom range"
      className="flex flex-wrap items-end gap-3 border-b border-line px-4 py-3"
    >
      <Field
        label={`From (${zone.name})`}
        type="datetime-local"
        value={from}
        error={fault}
        onChange={({ target }) => setFrom(target.value)}
      />
      <Field
        label={`To (${zone.name})`}
        type="datetime-local"
        value={to}
        onChange={({ target }) => setTo(target.value)}
      />
      <Button size="large" onClick={show}>
        Show
      </Button>
    </div>
  );
}
