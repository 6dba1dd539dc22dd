import { useQuery } from "@tanstack/react-query";
import { type LucideIcon, Users } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router-dom";
import { receivedInvitationsQuery } from "../api/people/invitations.ts";
import { nameOrEmail } from "../lib/words/person-name.ts";
import { paths } from "../lib/address/paths.ts";
import { useLiveOptions } from "../lib/time/refresh-interval.ts";
import { useUser } from "../session/session.ts";
import { Button, buttonClass } from "../ui/form/Button.tsx";
import { EmptyState } from "../ui/state/EmptyState.tsx";
import { Foreign } from "../ui/text/Foreign.tsx";

const CreateOrganizationDialog = lazy(() => import("./frame/CreateOrganizationDialog.tsx"));

/**
 * Offers a person without an organization to create one.
 * @param isFirst whether it is the next step, and not an alternative to another one
 */
function CreateOrganization({ isFirst }: { isFirst: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        emphasis={isFirst ? "primary" : "secondary"}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Create organization
      </Button>
      {open && (
        // An empty state centers its text, a dialog does not.
        <div className="contents text-left">
          <Suspense>
            <CreateOrganizationDialog onClose={() => setOpen(false)} />
          </Suspense>
        </div>
      )}
    </>
  );
}

/** The invitations that wait for the person's answer; undefined while they load. */
function useWaiting() {
  const { data, isError } = useQuery({ ...receivedInvitationsQuery, ...useLiveOptions() });
  return isError ? [] : data;
}

/** The ways to an organization: who has invited, or the email address to give to an inviting person. */
export function HowToJoin() {
  const [first, ...others] = useWaiting() ?? [];
  const email = useUser()?.email;
  if (first)
    return (
      <>
        <Foreign className="font-medium wrap-anywhere text-ink">{nameOrEmail(first.invitedBy)}</Foreign>{" "}
        invited you to join <Foreign className="wrap-anywhere">{first.organization.name}</Foreign>
        {others.length > 0 && `, and ${others.length} more invited you`}.
      </>
    );
  return (
    <>
      Ask an admin to invite <strong className="font-medium wrap-anywhere text-ink">{email}</strong>. Or
      create your own organization.
    </>
  );
}

/** The first steps of a person without an organization. Invitations that wait come first. */
export function FirstSteps() {
  const waiting = useWaiting();
  // A button must not change under a pointer.
  if (!waiting) return null;
  const { length: count } = waiting;
  if (count === 0)
    return (
      <>
        <CreateOrganization isFirst />
        <Link to={paths.profileOrganization()} className={buttonClass()}>
          Show invitations
        </Link>
      </>
    );
  return (
    <>
      <Link to={paths.profileOrganization()} className={buttonClass({ emphasis: "primary" })}>
        {count === 1 ? "Show invitation" : `Show ${count} invitations`}
      </Link>
      <CreateOrganization isFirst={false} />
    </>
  );
}

/** On the page of invitations, which has them above. */
function CreateAmongInvitations() {
  const waiting = useWaiting();
  return waiting && <CreateOrganization isFirst={waiting.length === 0} />;
}

interface NoOrganizationProps {
  icon?: LucideIcon;
  /** Content that needs an organization; left out on the page of invitations. */
  children?: ReactNode;
}

/** Shown instead of an organization's content to a person without one: the reason and the next step. */
export function NoOrganization({ icon = Users, children }: NoOrganizationProps) {
  return (
    <div className="panel">
      <EmptyState
        icon={icon}
        title="You are not currently a member of any organization."
        action={children ? <FirstSteps /> : <CreateAmongInvitations />}
      >
        {children} <HowToJoin />
      </EmptyState>
    </div>
  );
}
