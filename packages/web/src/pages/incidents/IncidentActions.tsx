import type { IncidentDetail } from "@shardwatch/core/contract/incident/incident";
import { versionIn } from "./affected.ts";
import { Link2 } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { acknowledge, intend, unacknowledge } from "../../api/incidents/incidents.ts";
import { copyLink } from "../../lib/browser/copy-text.ts";
import { paths } from "../../lib/address/paths.ts";
import { showError, showSuccess } from "../../lib/browser/toasts.ts";
import { CommandButton } from "../../layout/CommandButton.tsx";
import { useMay } from "../../session/session.ts";
import { Button } from "../../ui/form/Button.tsx";
import { PatchedAction } from "../../incidents/PatchedAction.tsx";
import { SilenceAction } from "./SilenceAction.tsx";

const NoteDialog = lazy(() => import("./NoteDialog.tsx"));

/** What a person can do about an incident. One press acknowledges; a note can follow. */
export function IncidentActions({ incident }: { incident: IncidentDetail }) {
  const [noting, setNoting] = useState(false);
  const { id, organizationId, state } = incident;
  const version = versionIn(incident);
  const organization = useMay("seeEveryOrganization") ? organizationId : undefined;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {state === "open" && (
        <>
          <HandlingButtons incident={incident} onNote={() => setNoting(true)} />
          <SilenceAction label="Silence…" incident={incident} organization={organization} />
        </>
      )}
      {version && (
        <PatchedAction version={version} organizationId={organizationId} isOpen={state === "open"} />
      )}
      <Button onClick={() => void copyLink(paths.incident(id, organization))}>
        <Link2 aria-hidden className="size-3.5" />
        Copy link
      </Button>
      {state === "open" ? (
        <CommandButton name="ack" words={[id]} label="Copy command to acknowledge" />
      ) : (
        <CommandButton name="incidents" words={["--past"]} />
      )}
      {noting && (
        <Suspense>
          <NoteDialog incident={incident} onClose={() => setNoting(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** What is asked of the API, and what is said of its answer. */
interface Change {
  make: (incident: IncidentDetail) => Promise<void>;
  done: string;
  failure: string;
}

const acknowledging: Change = {
  make: (incident) => acknowledge(incident),
  done: "Incident acknowledged",
  failure: "Failed to acknowledge the incident",
};
const takingBack: Change = {
  make: unacknowledge,
  done: "Acknowledgement undone",
  failure: "Failed to take the acknowledgement back",
};
const intending: Change = {
  make: intend,
  done: "Marked as intended. The incident ends within a minute or two",
  failure: "Failed to mark the incident as intended",
};

interface HandlingButtonsProps {
  incident: IncidentDetail;
  onNote: () => void;
}

/** Says that somebody looks after an open incident, with a note, or that it is no fault. */
function HandlingButtons({ incident, onNote }: HandlingButtonsProps) {
  const { acknowledged, intended } = incident;
  const [busy, setBusy] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const acted = useRef(false);
  useEffect(() => {
    // The button that was pressed goes with what it did.
    if (!acted.current || document.activeElement !== document.body) return;
    acted.current = false;
    group.current?.querySelector("button")?.focus();
  });
  async function run({ make, done, failure }: Change) {
    if (busy) return;
    setBusy(true);
    acted.current = true;
    try {
      await make(incident);
      showSuccess(done);
    } catch (error) {
      acted.current = false;
      showError(failure, error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <div ref={group} className="contents">
      {acknowledged ? (
        <>
          <Button onClick={onNote}>{acknowledged.note === null ? "Add a note" : "Change the note"}</Button>
          <Button aria-disabled={busy || undefined} onClick={() => void run(takingBack)}>
            Undo acknowledgement
          </Button>
        </>
      ) : (
        <Button emphasis="primary" aria-disabled={busy || undefined} onClick={() => void run(acknowledging)}>
          Acknowledge
        </Button>
      )}
      {intended === false && (
        <Button aria-disabled={busy || undefined} onClick={() => void run(intending)}>
          It's intended
        </Button>
      )}
    </div>
  );
}
