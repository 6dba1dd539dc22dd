import type { AuditEvent } from "@shardwatch/core/contract/people/audit";
import { done } from "@shardwatch/core/contract/people/audited-actions";
import { CircleCheck, ShieldX } from "lucide-react";
import { isolated } from "../../../ui/text/Foreign.tsx";
import type { Column } from "../../../ui/table/rows.ts";
import { Unknown } from "../../../ui/text/Unknown.tsx";
import { actionTexts, actorText, objectText, refusalText } from "./audit-texts.ts";
import type { AuditView } from "./audit-view.ts";
import { LocalTime } from "./LocalTime.tsx";

interface NarrowProps {
  text: string;
  /** What the button does, for screen readers. */
  label: string;
  onNarrow: () => void;
}

/** A name that narrows the list to its events. */
function Narrow({ text, label, onNarrow }: NarrowProps) {
  return (
    <button
      type="button"
      title={label}
      onClick={onNarrow}
      className="max-w-full rounded-sm text-left break-words decoration-line underline-offset-4 hover:underline"
    >
      {isolated(text)}
      <span className="sr-only">, {label}</span>
    </button>
  );
}

function Result({ result }: { result: string }) {
  const refused = refusalText(result);
  if (refused === undefined)
    return (
      <span className="inline-flex items-center gap-1.5 text-sm text-muted">
        <CircleCheck aria-hidden className="size-3.5 shrink-0" />
        Done
      </span>
    );
  return (
    <span
      title={result}
      className="inline-flex items-center gap-1.5 rounded-sm bg-warn-soft px-1.5 py-0.5 text-xs font-medium text-warn"
    >
      <ShieldX aria-hidden className="size-3.5 shrink-0" />
      <span>
        Refused<span className="font-normal">: {refused}</span>
      </span>
    </span>
  );
}

/** The columns of the audit. A name narrows the list to the events of that person or object. */
export const auditColumns = (change: (part: AuditView) => void): Column<AuditEvent>[] => [
  { id: "time", header: "Time", rem: 12.5, cell: ({ at }) => <LocalTime at={at} /> },
  {
    id: "who",
    header: "Who",
    rem: 8,
    cell: ({ actor }) => (
      <Narrow
        text={actorText(actor)}
        label="show only their events"
        onNarrow={() => change({ actor: actor.id ?? actor.kind })}
      />
    ),
  },
  {
    id: "what",
    header: "What",
    rem: 10.5,
    cell: ({ action }) => <span className="font-medium">{actionTexts[action]}</span>,
  },
  {
    id: "object",
    header: "Object",
    rem: 10,
    cell: ({ object }) => {
      const { id } = object;
      const text = objectText(object);
      if (text === null) return <Unknown why="None" />;
      if (id === null) return <span className="break-words">{isolated(text)}</span>;
      return <Narrow text={text} label="show only its events" onNarrow={() => change({ object: id })} />;
    },
  },
  { id: "result", header: "Result", rem: 13, cell: ({ result }) => <Result result={result} /> },
  {
    id: "address",
    header: "Address",
    rem: 8,
    cell: ({ address }) =>
      address === null ? (
        <Unknown why="Unknown" />
      ) : (
        <span className="font-mono text-sm break-all">{address}</span>
      ),
  },
];

/** A tablet has no space for six columns: a refusal is below what was tried, and the address in the details. */
export const tablet = "(48rem <= width < 64rem)";

/** The columns of a tablet. */
export function tabletColumns(change: (part: AuditView) => void): Column<AuditEvent>[] {
  const what: Column<AuditEvent>["cell"] = ({ action, result }) => (
    <span className="grid justify-items-start gap-1 py-1">
      <span className="font-medium">{actionTexts[action]}</span>
      {result !== done && <Result result={result} />}
    </span>
  );
  return auditColumns(change)
    .filter(({ id }) => id !== "result" && id !== "address")
    .map((column) => (column.id === "what" ? { ...column, cell: what } : column));
}
