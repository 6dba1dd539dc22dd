import { Download, LoaderCircle } from "lucide-react";
import { useState } from "react";
import { counted } from "../../lib/words/count.ts";
import { Button } from "../../ui/form/Button.tsx";
import { Tooltip } from "../../ui/popup/Tooltip.tsx";
import { type Asked, exportDatabases } from "./use-databases.ts";

interface ExportButtonProps {
  asked: Asked;
  /** How many databases the filter matches; undefined while that is not known. */
  total: number | undefined;
}

/** Saves what the filter matches. */
export function ExportButton({ asked, total }: ExportButtonProps) {
  const [busy, setBusy] = useState(false);
  const obstacle =
    total === undefined
      ? "Databases are still loading"
      : total === 0
        ? "No databases match the filters"
        : undefined;
  const Icon = busy ? LoaderCircle : Download;
  async function save() {
    if (obstacle !== undefined || busy) return;
    setBusy(true);
    await exportDatabases(asked);
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
