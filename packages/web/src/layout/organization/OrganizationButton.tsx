import { ChevronDown } from "lucide-react";
import { Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { addressFor, choosesSeveral } from "../../lib/address/address-for.ts";
import { all, parameters } from "../../lib/address/urls.ts";
import { optionalPart } from "../../lib/loading/optional-part.ts";
import { showError } from "../../lib/browser/toasts.ts";
import { useChosenOrganization } from "../../session/chosen-organization.ts";
import { useOrganizationName } from "../../session/organization-name.ts";
import { Foreign } from "../../ui/text/Foreign.tsx";

const OrganizationChooser = optionalPart(
  () => import("./OrganizationChooser.tsx"),
  (error) => showError("Failed to load the organizations", error),
);

/** An address that names all is the one that names none. */
function useNoAll(): void {
  const navigate = useNavigate();
  const place = useLocation();
  const isNamed = new URLSearchParams(place.search).get(parameters.organization) === all;
  const drop = useEffectEvent(() => void navigate(addressFor(place, undefined), { replace: true }));
  useEffect(() => {
    if (isNamed) drop();
  }, [isNamed]);
}

/**
 * Names the organization that a super admin has chosen for all screens, and opens the choice. The names of all load when it
 * is open.
 */
export default function OrganizationButton({ onChosen }: { onChosen?: (() => void) | undefined }) {
  useNoAll();
  const organization = useChosenOrganization();
  const isSeveral = choosesSeveral(useLocation().search);
  const name = useOrganizationName(organization);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const shown = organization !== undefined ? name : isSeveral ? "Several organizations" : "All Organizations";
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={shown === undefined ? "Organization" : `Organization: ${shown}`}
        aria-haspopup="dialog"
        title={shown}
        onClick={() => setOpen(true)}
        className="flex h-8 w-full min-w-0 items-center gap-1 rounded-md px-2 text-left font-medium hover:bg-hover max-md:h-11"
      >
        <span className="truncate">{shown !== undefined && <Foreign>{shown}</Foreign>}</span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0 text-muted" />
      </button>
      {open && (
        <Suspense>
          <OrganizationChooser
            chosen={isSeveral ? undefined : (organization ?? null)}
            anchor={button}
            onChosen={onChosen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
