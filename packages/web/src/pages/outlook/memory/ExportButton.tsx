import { Download, LoaderCircle } from "lucide-react";
import { useState } from "react";
import { counted } from "../../../lib/words/count.ts";
import { Button } from "../../../ui/form/Button.tsx";
import { Tooltip } from "../../../ui/popup/Tooltip.tsx";
import { exportOutlook, type OutlookView } from "./use-outlook.ts";

interface ExportButtonProps {
  view: OutlookView;
  /** How many databases are listed; undefined while that is not known. */
  total: number | undefined;
}

/** Saves the rows of all groups. */
export function ExportButton({ view, total }: ExportButtonProps) {
  const [busy, setBusy] = useState(false);
  const obstacle =
    total === undefined
      ? "The outlook is still loading"
      : total === 0
        ? "No database grows or is at its limit"
        : undefined;
  const Icon = busy ? LoaderCircle : Download;
  async function save() {
    if (obstacle !== undefined || busy) return;
    setBusy(true);
    await exportOutlook(view);
    setBusy(false);
  }
  return (
    <Tooltip content={obstacle ?? `Download ${counted(total ?? 0, "database")} as CSV`}>
      {(trigger) => (
        <Button
          {...trigger}
          aria-disabled={obstacle !== undefined || busy || undefined}
          onClick={() => void save()}
        >
          <Icon aria-hidden className={`size-4 text-muted ${busy ? "motion-safe:animate-spin" : ""}`} />
          Export CSV
        </Button>
      )}
    </Tooltip>
  );
}
