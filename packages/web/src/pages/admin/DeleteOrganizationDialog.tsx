import { useQuery } from "@tanstack/react-query";
import type { OrganizationListItem, OrganizationMember } from "@shardwatch/core/contract/people/organization";
import { deleteOrganization, organizationQuery } from "../../api/people/organization.ts";
import { showSuccess } from "../../lib/browser/toasts.ts";
import { ConfirmDialog } from "../../ui/popup/ConfirmDialog.tsx";
import { ForeignName } from "../../ui/text/Foreign.tsx";
import { Skeleton } from "../../ui/state/Skeleton.tsx";
import { counted } from "../../lib/words/count.ts";

const mostEmails = 3;
/** From this number of deployments on, a deletion takes longer than a few seconds: each has a hundred rows of history. */
const many = 100;

/** Organizations may have the same name. The members show which one it is. */
function emailsOf(members: readonly OrganizationMember[]): string {
  const more = members.length - mostEmails;
  const emails = members.slice(0, mostEmails).map(({ email }) => email);
  return [...emails, ...(more > 0 ? [`+${more} more`] : [])].join(", ");
}

/** The numbers of what would be lost. Deleting is possible even when they fail to load. */
function Losses({ id }: { id: string }) {
  const { data, isPending } = useQuery({ ...organizationQuery(id), staleTime: 0 });
  if (isPending)
    return (
      <div aria-busy>
        <span className="sr-only">Checking what would be deleted</span>
        <Skeleton className="h-15 w-72 max-w-full" />
      </div>
    );
  if (!data) return <p className="text-muted">Failed to load organization: its contents are unknown.</p>;
  const { holds, members } = data;
  return (
    <ul className="figures list-disc pl-5">
      <li>{counted(holds.deployments, "deployment")} will be deleted.</li>
      <li>
        {counted(holds.accessKeys, "agent key")} will be revoked; all integrations and invitations will be
        deleted.
      </li>
      <li className="wrap-anywhere">
        {counted(members.length, "member")}
        {members.length > 0 && ` (${emailsOf(members)})`} will be left without an organization. Their accounts
        stay.
      </li>
      {holds.deployments > many && (
        <li>
          With their history this can take minutes to hours. It continues by itself, and the list shows how
          far it is.
        </li>
      )}
    </ul>
  );
}

interface DeleteOrganizationDialogProps {
  organization: OrganizationListItem;
  onClose: () => void;
}

/** Confirms the deletion of an organization, and lists what is deleted with it. Its name must be typed. */
export function DeleteOrganizationDialog({ organization, onClose }: DeleteOrganizationDialogProps) {
  const { id, name, deleting } = organization;
  return (
    <ConfirmDialog
      title="Delete organization"
      failure="Failed to delete organization"
      onConfirm={async () => {
        const isDone = await deleteOrganization(id);
        showSuccess(
          isDone ? "Organization deleted" : "Deleting the organization: the list shows how far it is",
        );
      }}
      onClose={onClose}
      {...(!deleting && { typed: name })}
    >
      <p>Are you sure you want to delete this organization? This action cannot be undone.</p>
      {deleting ? (
        <p className="text-muted">
          The deletion of <ForeignName>{name}</ForeignName> has begun and continues every five minutes. Delete
          it again to speed it up.
        </p>
      ) : (
        <Losses id={id} />
      )}
    </ConfirmDialog>
  );
}
