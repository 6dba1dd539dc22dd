import { Building2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import { addressFor } from "../lib/address/address-for.ts";
import { paths } from "../lib/address/paths.ts";
import { useChosenOrganization } from "../session/chosen-organization.ts";
import { useShowsOwn } from "../session/shows-own.ts";
import { useOrganizationName } from "../session/organization-name.ts";
import { useUser } from "../session/session.ts";
import { buttonClass } from "../ui/form/Button.tsx";
import { EmptyState } from "../ui/state/EmptyState.tsx";
import { Foreign } from "../ui/text/Foreign.tsx";

interface OwnOrganizationOnlyProps {
  /** What the screen shows of one's own organization. */
  what: string;
  /** Whether the overview shows the same of another one. */
  isInOverview?: boolean;
  children: ReactNode;
}

/**
 * A part of a screen that the API has for one's own organization alone. A super admin who has chosen another one, or all,
 * reads so and is offered the own one. It is never shown under the name of another.
 */
export function OwnOrganizationOnly({ what, isInOverview = false, children }: OwnOrganizationOnlyProps) {
  const showsOwn = useShowsOwn();
  const place = useLocation();
  const own = useUser()?.organization;
  const organization = useChosenOrganization();
  const name = useOrganizationName(showsOwn ? undefined : organization);
  if (showsOwn) return children;
  return (
    <div className="panel">
      <EmptyState
        icon={Building2}
        title={`Only your own organization's ${what} are here`}
        action={
          <>
            {own && (
              <Link to={addressFor(place, own.id)} className={buttonClass()}>
                <span>
                  Show <Foreign>{own.name}</Foreign>
                </span>
              </Link>
            )}
            {isInOverview && organization !== undefined && (
              <Link to={paths.overview(organization)} className={buttonClass()}>
                Open the overview
              </Link>
            )}
          </>
        }
      >
        {organization === undefined ? (
          "You're looking at all organizations."
        ) : (
          <>
            You chose <Foreign className="wrap-anywhere">{name ?? "another organization"}</Foreign>.
            {isInOverview && ` The overview shows its ${what} and their state.`}
          </>
        )}{" "}
        Only an organization's own people change its {what}.
      </EmptyState>
    </div>
  );
}
