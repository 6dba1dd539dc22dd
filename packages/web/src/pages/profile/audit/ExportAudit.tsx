import { byteOrderMark, csvFileName, csvType } from "@shardwatch/core/contract/csv/table";
import { Download, LoaderCircle } from "lucide-react";
import { useState } from "react";
import { type AuditAsked, auditCsv } from "../../../api/people/audit.ts";
import { saveFile } from "../../../lib/browser/save-file.ts";
import { showError, showSuccess } from "../../../lib/browser/toasts.ts";
import { Button } from "../../../ui/form/Button.tsx";

/** Saves every event that the filter matches as CSV. The API has the rows. */
export function ExportAudit({ asked }: { asked: AuditAsked }) {
  const [busy, setBusy] = useState(false);
  const Icon = busy ? LoaderCircle : Download;
  async function save() {
    setBusy(true);
    try {
      const text = await auditCsv(asked);
      const name = csvFileName("audit", Date.now());
      saveFile(name, csvType(true), `${byteOrderMark}${text}`);
      showSuccess(`Audit exported to ${name}`);
    } catch (error) {
      showError("Couldn't export the audit", error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button aria-disabled={busy || undefined} onClick={() => void save()} className="max-md:h-11">
      <Icon aria-hidden className={`size-4 text-muted ${busy ? "motion-safe:animate-spin" : ""}`} />
      Export CSV
    </Button>
  );
}
