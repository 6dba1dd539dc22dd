import { CircleCheck, Mail } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { Link, type LoaderFunctionArgs, replace, useLoaderData, useLocation } from "react-router-dom";
import { truncate } from "@shardwatch/core/kit/text";
import { movesAfterQuery } from "../../api/invitations.ts";
import { paths } from "../../lib/paths.ts";
import { parameters } from "../../lib/urls.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { MovesList } from "./MovesList.tsx";

const longestInviter = 100;

/** The accepted invitation in the address. Without it there is nothing to show. */
export function loader({ request }: LoaderFunctionArgs): string {
  const inviter = new URL(request.url).searchParams.get(parameters.inviter)?.trim();
  if (!inviter) throw replace(paths.deployments());
  return truncate(inviter, longestInviter);
}

/** The id of the invitation that the person has just accepted. A reload keeps it. */
function invitationIn(state: unknown): string | undefined {
  const known = typeof state === "object" && state !== null && "invitation" in state;
  return known && typeof state.invitation === "string" ? state.invitation : undefined;
}

/**
 * The page after an invitation was accepted: what moved and what stayed. An address alone proves no
 * acceptance.
 */
export function Component() {
  const invitation = invitationIn(useLocation().state);
  return (
    <div className="panel">{invitation === undefined ? <NotAccepted /> : <Accepted id={invitation} />}</div>
  );
}

function Accepted({ id }: { id: string }) {
  const inviter = useLoaderData<typeof loader>();
  const { data, isError } = useQuery(movesAfterQuery(id));
  return (
    <Notice
      asPage
      icon={CircleCheck}
      title="Invitation Accepted!"
      action={
        <Link to={paths.deployments()} className={buttonClass({ look: "primary", size: "large" })}>
          Continue to Deployments
        </Link>
      }
    >
      <p className="wrap-anywhere">
        You accepted the invitation from <bdi className="font-medium text-ink">{inviter}</bdi>.
      </p>
      {data && <MovesList moves={data} moved />}
      {isError && <p className="mt-2">Couldn't load what moved with you.</p>}
    </Notice>
  );
}

function NotAccepted() {
  return (
    <Notice
      asPage
      icon={Mail}
      title="No accepted invitation"
      action={
        <Link to={paths.profileOrganization()} className={buttonClass({ look: "primary", size: "large" })}>
          Show your invitations
        </Link>
      }
    >
      <p>You'll find pending invitations in your profile.</p>
    </Notice>
  );
}
