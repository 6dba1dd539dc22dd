import { calendarType, licenseCalendar } from "@shardwatch/core/contract/outlook/license-calendar";
import type { LicenseOutlook } from "@shardwatch/core/contract/outlook/licenses";
import { CalendarPlus } from "lucide-react";
import { saveFile } from "../../../lib/browser/save-file.ts";
import { showSuccess } from "../../../lib/browser/toasts.ts";
import { counted } from "../../../lib/words/count.ts";
import { Button } from "../../../ui/form/Button.tsx";
import { ExportButton } from "../../../ui/form/ExportButton.tsx";
import { Tooltip } from "../../../ui/popup/Tooltip.tsx";
import { exportLicenses, type LicensesView } from "./use-licenses.ts";

type AddressOf = (license: LicenseOutlook) => string;

/** Saves the ends as a file that calendars import. */
function saveCalendar(licenses: readonly LicenseOutlook[], addressOf: AddressOf): void {
  const name = "license-ends.ics";
  const absolute = (license: LicenseOutlook) => new URL(addressOf(license), location.origin).href;
  saveFile(name, calendarType, licenseCalendar(licenses, { now: Date.now(), addressOf: absolute }));
  showSuccess(`Calendar saved to ${name}`);
}

interface DownloadsProps {
  view: LicensesView;
  /** Those that the filter matches; undefined while they are not known. */
  licenses: readonly LicenseOutlook[] | undefined;
  /** The page of a cluster. */
  addressOf: AddressOf;
}

/** Saves what the filter matches: as a table, and the ends as a calendar. */
export function Downloads({ view, licenses, addressOf }: DownloadsProps) {
  const known = licenses?.filter(({ ends }) => ends !== null).length ?? 0;
  const missing =
    licenses === undefined
      ? "Licenses are still loading"
      : licenses.length === 0
        ? "No licenses match the filters"
        : undefined;
  const noEnds = missing ?? (known === 0 ? "No end of a license is known" : undefined);
  return (
    <>
      <Tooltip content={noEnds ?? `Download ${counted(known, "end")} for your calendar`}>
        {(trigger) => (
          <Button
            {...trigger}
            aria-disabled={noEnds !== undefined || undefined}
            onClick={() => noEnds === undefined && saveCalendar(licenses ?? [], addressOf)}
          >
            <CalendarPlus aria-hidden className="size-4 text-muted" />
            Calendar
          </Button>
        )}
      </Tooltip>
      <ExportButton
        noun="license"
        total={licenses?.length}
        obstacle={missing}
        onSave={() => exportLicenses(view)}
      />
    </>
  );
}
