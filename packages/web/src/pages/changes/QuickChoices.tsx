import { lineKinds, type LineKind } from "../../changes/line-kinds.ts";
import { useOverTime } from "../../lib/time/ticker.ts";
import { useZone } from "../../lib/time/time-zone.ts";
import { formatCount } from "../../lib/words/count.ts";
import { type ChangesView, presetsOn, todayAt } from "./changes-view.ts";

const chip =
  "inline-flex h-8 items-center gap-1.5 rounded-full border border-line px-3 text-sm hover:bg-hover aria-pressed:border-accent aria-pressed:bg-selected aria-pressed:font-medium max-md:h-11";

interface ChoiceProps {
  view: ChangesView;
  onChange: (part: ChangesView) => void;
}

/** The usual days: today, yesterday, a week. Pressing the chosen one shows all again. */
function DayPresets({ view, onChange }: ChoiceProps) {
  const zone = useZone();
  const today = useOverTime((now) => todayAt(now, zone));
  return presetsOn(today).map(([label, { since = "", until = "" }]) => {
    const isChosen = view.since === since && (view.until ?? "") === until;
    return (
      <button
        key={label}
        type="button"
        aria-pressed={isChosen}
        onClick={() => onChange(isChosen ? { since: "", until: "" } : { since, until })}
        className={chip}
      >
        {label}
      </button>
    );
  });
}

interface QuickChoicesProps extends ChoiceProps {
  /** How many of the loaded lines are of each kind. */
  counts: ReadonlyMap<LineKind, number>;
}

/** What the lines are about, with the number of loaded lines. Those without any are left out, unless chosen. */
function KindChips({ view, onChange, counts }: QuickChoicesProps) {
  const kinds = Object.keys(lineKinds) as LineKind[];
  const shown = kinds.filter((kind) => counts.has(kind) || view.kind === kind);
  return shown.map((kind) => (
    <button
      key={kind}
      type="button"
      aria-pressed={view.kind === kind}
      onClick={() => onChange({ kind: view.kind === kind ? "" : kind })}
      className={chip}
    >
      {lineKinds[kind]}
      <span className="figures text-muted">{formatCount(counts.get(kind) ?? 0)}</span>
    </button>
  ));
}

const group = "flex flex-wrap items-center gap-2";

/** What people look for most, by one press. */
export function QuickChoices(props: QuickChoicesProps) {
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2 border-b border-line px-4 py-2">
      <div role="group" aria-label="Days" className={group}>
        <DayPresets {...props} />
      </div>
      <div role="group" aria-label="Kind of change" className={group}>
        <KindChips {...props} />
      </div>
    </div>
  );
}
