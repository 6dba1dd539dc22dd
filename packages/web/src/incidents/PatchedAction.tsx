import type { VersionInput } from "@shardwatch/core/contract/incident/patched";
import { useState } from "react";
import { sayPatched, takeBackPatched } from "../api/incidents/patched.ts";
import { showError, showSuccess } from "../lib/browser/toasts.ts";
import { useMay } from "../session/session.ts";
import { LimitedButton } from "../ui/form/LimitedButton.tsx";
import { Foreign } from "../ui/text/Foreign.tsx";
import { TimeAgo } from "../ui/text/TimeAgo.tsx";
import { saidOf, usePatched } from "./patched.ts";

interface PatchedProps {
  version: VersionInput;
  organizationId: string;
}

interface PatchedActionProps extends PatchedProps {
  /** Whether it is worth saying. What was said can be taken back all the same. */
  isOpen: boolean;
}

/** Says that the distribution patched a version, or takes that back. The button stays, so it keeps the focus. */
export function PatchedAction({ version, organizationId, isOpen }: PatchedActionProps) {
  const [busy, setBusy] = useState(false);
  const [acted, setActed] = useState(false);
  const seesAll = useMay("seeEveryOrganization");
  const limit = useMay("manageOrganization")
    ? undefined
    : "Only admins of the organization can mark a version as patched.";
  const patched = usePatched(organizationId);
  const said = patched && saidOf(patched, version);
  async function run() {
    if (busy) return;
    setBusy(true);
    setActed(true);
    const asked = { version, organizationId: seesAll ? organizationId : undefined };
    try {
      await (said ? takeBackPatched(asked) : sayPatched(asked));
      showSuccess(
        said
          ? "No longer marked as patched. An incident opens within a minute or two"
          : "Marked as patched. The incident ends within a minute or two",
      );
    } catch (error) {
      showError(said ? "Failed to take it back" : "Failed to mark the version as patched", error);
    } finally {
      setBusy(false);
    }
  }
  // What is not known can be neither said nor taken back.
  if (!patched || (!said && !isOpen && !acted)) return null;
  return (
    <LimitedButton reason={limit} aria-disabled={busy || undefined} onClick={() => void run()}>
      {said ? "Not patched after all" : "Patched by distribution"}
    </LimitedButton>
  );
}

/** Who said that the distribution patched a version. Nothing where nobody did. */
export function PatchedLine({ version, organizationId }: PatchedProps) {
  const said = saidOf(usePatched(organizationId) ?? [], version);
  if (!said) return null;
  return (
    <p className="text-sm text-muted">
      Patched by the distribution, as <Foreign>{said.by.name ?? "a former member"}</Foreign> said{" "}
      <TimeAgo date={said.at} />.
    </p>
  );
}
