import { Pencil } from "lucide-react";
import { useRef, useState } from "react";
import type { Organization } from "@shardwatch/core/contract/people/organization";
import { useFocusBack } from "../../lib/browser/use-focus-back.ts";
import { useMay } from "../../session/session.ts";
import { Button } from "../../ui/form/Button.tsx";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { ManagedBadge } from "../../ui/text/ManagedBadge.tsx";
import { Section } from "../../ui/section/Section.tsx";
import { Skeleton } from "../../ui/state/Skeleton.tsx";
import { onlyAdminsLabel, OrganizationForm } from "./OrganizationForm.tsx";

/**
 * Name, description and who manages sources, with editing in place for people who may. Undefined while they
 * load.
 */
export function OrganizationDetails({ organization }: { organization: Organization | undefined }) {
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  useFocusBack(edit, editing);
  const mayEdit = useMay("manageOrganization") && organization;

  return (
    <Section
      heading="Organization details"
      action={
        mayEdit &&
        !editing && (
          <Button ref={edit} aria-label="Edit organization" onClick={() => setEditing(true)}>
            <Pencil aria-hidden className="size-3.5" />
            Edit
          </Button>
        )
      }
    >
      {organization && editing ? (
        <OrganizationForm organization={organization} onClose={() => setEditing(false)} />
      ) : (
        <dl className="grid gap-3 p-4" aria-busy={organization === undefined}>
          <div>
            <dt className="text-xs text-muted">Name</dt>
            <dd className="mt-0.5 flex min-h-5 flex-wrap items-center gap-x-3 break-words">
              {organization ? <Foreign>{organization.name}</Foreign> : <Skeleton className="h-4 w-48" />}
              {organization?.managedBy && <ManagedBadge />}
            </dd>
          </div>
          <div>
            <dt className="text-xs text-muted">Description</dt>
            <dd className="mt-0.5 min-h-5 max-w-prose break-words whitespace-pre-line">
              {organization ? (
                (organization.description ?? <span className="text-faint">No description</span>)
              ) : (
                <Skeleton className="h-4 w-72 max-w-full" />
              )}
            </dd>
          </div>
          {organization?.onlyAdminsManageSources && (
            <div>
              <dt className="text-xs text-muted">Agent keys and integrations</dt>
              <dd className="mt-0.5 min-h-5">{onlyAdminsLabel}</dd>
            </div>
          )}
        </dl>
      )}
    </Section>
  );
}
