import { type LucideIcon, Users } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { paths } from "../lib/paths.ts";
import { useUser } from "../session/session.ts";
import { buttonClass } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";

/** How somebody comes into an organization, with the email that whoever invites them has to know. */
export function HowToJoin() {
  return (
    <>
      Ask the admin of one to invite{" "}
      <strong className="font-medium wrap-anywhere text-ink">{useUser()?.email}</strong>.
    </>
  );
}

/** Leads to where invitations are answered. */
export function InvitationsLink() {
  return (
    <Link to={paths.profileOrganization()} className={`${buttonClass()} max-md:h-11`}>
      Show invitations
    </Link>
  );
}

interface NoOrganizationProps {
  icon?: LucideIcon;
  /** What needs an organization; left out where invitations are answered. */
  children?: ReactNode;
}

/** What somebody without an organization sees where something of their organization would stand, why, and the way on. */
export function NoOrganization({ icon = Users, children }: NoOrganizationProps) {
  return (
    <div className="panel">
      <EmptyState
        icon={icon}
        title="You are not currently a member of any organization."
        action={children && <InvitationsLink />}
      >
        {children} <HowToJoin />
      </EmptyState>
    </div>
  );
}
