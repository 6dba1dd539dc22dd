import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { BellOff } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { flushSync } from "react-dom";
import { usePageKey } from "../../lib/browser/use-page-key.ts";
import { useWhyNotSilence } from "../../incidents/use-why-not-silence.ts";
import { LimitedButton } from "../../ui/form/LimitedButton.tsx";

const SilenceDialog = lazy(() => import("../../incidents/SilenceDialog.tsx"));

interface SilenceActionProps {
  /** What the button says. */
  label: string;
  /** The incident of the page. */
  incident?: Incident | undefined;
  /** The incident that the key "s" is for, on a page with several. */
  focused?: () => Incident | undefined;
  /** For people who see all organizations; others have one. */
  organization: string | undefined;
}

/** Opens the dialog in which a person silences an incident, a rule or a filter. The key "s" does the same. */
export function SilenceAction({ label, incident, focused, organization }: SilenceActionProps) {
  const limit = useWhyNotSilence();
  const [opened, setOpened] = useState<{ incident: Incident | undefined }>();
  const close = () => setOpened(undefined);
  /** A closed dialog returns the focus to the row from which it was opened, and that row is about to go. */
  function closeInList() {
    flushSync(close);
    document.querySelector("h1")?.focus();
  }
  usePageKey("s", () => {
    const chosen = focused ? focused() : incident;
    if (limit !== undefined || chosen?.state !== "open") return false;
    setOpened({ incident: chosen });
    return true;
  });
  return (
    <>
      <LimitedButton reason={limit} aria-keyshortcuts="s" onClick={() => setOpened({ incident })}>
        <BellOff aria-hidden className="size-3.5" />
        {label}
      </LimitedButton>
      {opened && (
        <Suspense>
          <SilenceDialog
            incident={opened.incident}
            organizationId={organization}
            onClose={close}
            onDone={focused && opened.incident ? closeInList : undefined}
          />
        </Suspense>
      )}
    </>
  );
}
