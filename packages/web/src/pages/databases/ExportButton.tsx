import { byteOrderMark, csvFileName, csvType } from "@shardwatch/core/contract/csv/table";
import { Download, LoaderCircle } from "lucide-react";
import { useState } from "react";
import { databasesCsv } from "../../api/fleet/databases.ts";
import { counted } from "../../lib/words/count.ts";
import { saveFile } from "../../lib/browser/save-file.ts";
import { showError, showSuccess } from "../../lib/browser/toasts.ts";
import { Button } from "../../ui/form/Button.tsx";
import { Tooltip } from "../../ui/popup/Tooltip.tsx";
import type { Asked } from "./asked.ts";

interface ExportButtonProps {
  asked: Asked;
  /** How many databases the filter matches; undefined while that is not known. */
  total: number | undefined;
}

/** Saves all databases of the view as CSV, in the order of the table. Most people open it with Excel. */
async function exportDatabases(asked: Asked): Promise<void> {
  try {
    const text = await databasesCsv(asked);
    const name = csvFileName("databases", Date.now());
    saveFile(name, csvType(true), `${byteOrderMark}${text}`);
    showSuccess(`Databases exported to ${name}`);
  } catch (error) {
    showError("Couldn't export the databases", error);
  }
}

/** Saves what the filter matches, with all of its pages. The API has the rows. */
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
