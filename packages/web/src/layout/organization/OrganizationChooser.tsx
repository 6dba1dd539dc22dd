import { useQuery } from "@tanstack/react-query";
import { type RefObject, useMemo } from "react";
import { useNavigate } from "react-router-dom";
import { organizationsQuery } from "../../api/people/organizations.ts";
import { addressFor } from "../../lib/address/address-for.ts";
import { describeError } from "../../lib/errors.ts";
import { byName } from "../../lib/words/by-name.ts";
import { useUser } from "../../session/session.ts";
import { Button } from "../../ui/form/Button.tsx";
import type { EntryGroup } from "../palette/entries.ts";
import { Finder } from "../palette/Finder.tsx";

/** More are found by their names. */
const most = 50;
const headline = "Failed to load organizations";

interface OrganizationChooserProps {
  /** Null when all are chosen; undefined when several are. */
  chosen: string | null | undefined;
  anchor: RefObject<HTMLElement | null>;
  onChosen: (() => void) | undefined;
  onClose: () => void;
}

/** All organizations, found by name. Choosing one shows the present screen for it. */
export default function OrganizationChooser({ chosen, anchor, onChosen, onClose }: OrganizationChooserProps) {
  const navigate = useNavigate();
  const own = useUser()?.organization;
  const { data, error, isLoadingError, isPending, refetch } = useQuery(organizationsQuery);
  const groups = useMemo((): EntryGroup[] => {
    const entry = (id: string | null, label: string) => ({
      id: id ?? "all",
      label,
      isPresent: id === chosen,
      run() {
        onChosen?.();
        void navigate(addressFor(location, id ?? undefined), { preventScrollReset: true });
      },
    });
    const others = (data ?? []).filter(({ id, deleting }) => id !== own?.id && !deleting).toSorted(byName);
    // The chosen one is in sight among hundreds.
    const near = [own, others.find(({ id }) => id === chosen)].filter((one) => one != null);
    const further = others.filter(({ id }) => id !== chosen);
    return [
      {
        name: "Organization",
        entries: [entry(null, "All Organizations"), ...near.map(({ id, name }) => entry(id, name))],
      },
      { name: "Others", entries: further.map(({ id, name }) => entry(id, name)), most },
    ];
  }, [data, own, chosen, navigate, onChosen]);
  return (
    <Finder
      title="Organization"
      label="Search organizations"
      groups={groups}
      anchor={anchor}
      onClose={onClose}
    >
      {isPending && !isLoadingError && (
        <p role="status" className="px-4 pb-3 text-sm text-muted">
          Loading…
        </p>
      )}
      {isLoadingError && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2 text-sm"
        >
          <span className="font-medium text-bad">{headline}</span>
          <span>{describeError(error, headline).detail}</span>
          <Button onClick={() => void refetch()}>Retry</Button>
        </div>
      )}
      {(data?.length ?? 0) > most && (
        <p className="border-t border-line px-4 py-2 text-sm text-muted">
          Type to find one of {data?.length} organizations.
        </p>
      )}
    </Finder>
  );
}
