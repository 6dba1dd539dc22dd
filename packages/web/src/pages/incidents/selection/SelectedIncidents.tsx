import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { BellOff, Check } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { flushSync } from "react-dom";
import { counted } from "../../../lib/words/count.ts";
import { Button } from "../../../ui/form/Button.tsx";
import { LimitedButton } from "../../../ui/form/LimitedButton.tsx";
import { Dialog } from "../../../ui/popup/Dialog.tsx";
import { FailureList } from "../../../ui/popup/FailureList.tsx";
import { SelectionBar } from "../../../ui/table/SelectionBar.tsx";
import { useAcknowledgeMany } from "./use-acknowledge-many.ts";

const SilenceManyDialog = lazy(() => import("../../../incidents/SilenceManyDialog.tsx"));

interface SelectedIncidentsProps {
  selected: readonly Incident[];
  /** How many rows the view has. */
  total: number;
  onSelectAll: () => void;
  onClear: () => void;
  /** Why the person may not silence; undefined when they may. */
  limit: string | undefined;
  /** For people who see all organizations; others have one. */
  organization: string | undefined;
}

/** The bar of the selected incidents: acknowledge or silence all of them. */
export function SelectedIncidents(props: SelectedIncidentsProps) {
  const { selected, limit, organization, ...bar } = props;
  const [silencing, setSilencing] = useState<readonly Incident[]>();
  /** The bar goes with the selection, and the focus with it. */
  function clear() {
    bar.onClear();
    document.querySelector("h1")?.focus();
  }
  const { run, busy, failures, forget } = useAcknowledgeMany(clear);
  return (
    <>
      {selected.length > 0 && (
        <SelectionBar {...bar} onClear={clear} label="Selected incidents" count={selected.length}>
          <Button aria-disabled={busy || undefined} onClick={() => void run(selected)}>
            <Check aria-hidden className="size-4 text-muted max-md:hidden" />
            {busy ? "Acknowledging…" : "Acknowledge"}
          </Button>
          <LimitedButton reason={limit} onClick={() => setSilencing(selected)}>
            <BellOff aria-hidden className="size-4 text-muted max-md:hidden" />
            Silence…
          </LimitedButton>
        </SelectionBar>
      )}
      {failures.length > 0 && (
        <Dialog title={`Not acknowledged: ${counted(failures.length, "incident")}`} onClose={forget}>
          <div className="overflow-y-auto p-4">
            <FailureList
              failures={failures.map(({ item, error }) => ({ key: item.id, name: item.title, error }))}
              failed="Not acknowledged"
            />
          </div>
        </Dialog>
      )}
      {silencing && (
        <Suspense>
          <SilenceManyDialog
            incidents={silencing}
            organizationId={organization}
            onDone={() => {
              flushSync(() => setSilencing(undefined));
              clear();
            }}
            onClose={() => setSilencing(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
