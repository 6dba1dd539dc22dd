import type { IncidentDetail } from "@shardwatch/core/contract/incident/incident";
import { may } from "@shardwatch/core/contract/people/roles";
import { Link2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { acknowledge, intend, unacknowledge } from "../../api/incidents/incidents.ts";
import { copyLink } from "../../lib/browser/copy-text.ts";
import { paths } from "../../lib/address/paths.ts";
import { showError, showSuccess } from "../../lib/browser/toasts.ts";
import { useUser } from "../../session/session.ts";
import { Button } from "../../ui/form/Button.tsx";
import { SilenceAction } from "./SilenceAction.tsx";

const NoteDialog = lazy(() => import("./NoteDialog.tsx"));

/** What a person can do about an incident. One press acknowledges; a note can follow. */
export function IncidentActions({ incident }: { incident: IncidentDetail }) {
  const [noting, setNoting] = useState(false);
  const { id, organizationId, state } = incident;
  const seesAll = may(useUser()?.roles ?? [], "seeEveryOrganization");
  const organization = seesAll ? organizationId : undefined;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {state === "open" && (
        <>
          <HandlingButtons incident={incident} onNote={() => setNoting(true)} />
          <SilenceAction label="Silence…" incident={incident} organization={organization} />
        </>
      )}
      <Button onClick={() => void copyLink(paths.incident(id, organization))}>
        <Link2 aria-hidden className="size-3.5" />
        Copy link
      </Button>
      {noting && (
        <Suspense>
          <NoteDialog incident={incident} onClose={() => setNoting(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Runs one change at a time, and says how it went. */
function useChange() {
  const [busy, setBusy] = useState(false);
  async function run(change: () => Promise<void>, done: string, failure: string) {
    if (busy) return;
    setBusy(true);
    try {
      await change();
      showSuccess(done);
    } catch (error) {
      showError(failure, error);
    } finally {
      setBusy(false);
    }
  }
  return { busy, run };
}

interface HandlingButtonsProps {
  incident: IncidentDetail;
  onNote: () => void;
}

/** Says that somebody looks after an open incident, with a note, or that it is no fault. */
function HandlingButtons({ incident, onNote }: HandlingButtonsProps) {
  const { acknowledged, intended } = incident;
  const { busy, run } = useChange();
  return (
    <>
      {acknowledged ? (
        <>
          <Button onClick={onNote}>{acknowledged.note === null ? "Add a note" : "Change the note"}</Button>
          <Button
            aria-disabled={busy || undefined}
            onClick={() =>
              void run(
                () => unacknowledge(incident),
                "Acknowledgement taken back",
                "Failed to take the acknowledgement back",
              )
            }
          >
            Take back
          </Button>
        </>
      ) : (
        <Button
          emphasis="primary"
          aria-disabled={busy || undefined}
          onClick={() =>
            void run(
              () => acknowledge(incident),
              "Incident acknowledged",
              "Failed to acknowledge the incident",
            )
          }
        >
          Acknowledge
        </Button>
      )}
      {intended === false && (
        <Button
          aria-disabled={busy || undefined}
          onClick={() =>
            void run(
              () => intend(incident),
              "Marked as intended. The incident ends within a minute or two",
              "Failed to mark the incident as intended",
            )
          }
        >
          It's intended
        </Button>
      )}
    </>
  );
}
