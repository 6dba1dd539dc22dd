import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Mail } from "lucide-react";
import { Link, type LoaderFunctionArgs, replace, useLoaderData } from "react-router-dom";
import type { Moves } from "@shardwatch/core/contract/people/moves";
import { truncate } from "@shardwatch/core/kit/text";
import { movesAfterQuery } from "../../api/people/invitations.ts";
import { PageHeading } from "../../layout/frame/PageHeading.tsx";
import { ApiError } from "../../lib/errors.ts";
import { faultOf } from "../../lib/fault-of.ts";
import { nameOrEmail } from "../../lib/words/person-name.ts";
import { paths } from "../../lib/address/paths.ts";
import { parameters } from "../../lib/address/urls.ts";
import { buttonClass } from "../../ui/form/Button.tsx";
import { ErrorState } from "../../ui/state/ErrorState.tsx";
import { Notice } from "../../ui/state/Notice.tsx";
import { Skeleton } from "../../ui/state/Skeleton.tsx";
import { MovesList } from "./MovesList.tsx";

const longestInviter = 100;

/**
 * The id of the invitation in the address, "" for none. An address without an inviter is not of this page. The
 * name in it is not shown: anybody could write it.
 */
export function loader({ request }: LoaderFunctionArgs): string {
  const { searchParams } = new URL(request.url);
  if (!searchParams.get(parameters.inviter)?.trim()) throw replace(paths.deployments());
  return searchParams.get(parameters.invitation) ?? "";
}

/** The invitation is unknown or somebody else's, or was declined or withdrawn. */
const isNone = (error: unknown) => error instanceof ApiError && [400, 404, 409].includes(error.status);

/** The page after an invitation was accepted: what moved and what stayed. It shows what the API says. */
export function Component() {
  const invitation = useLoaderData<typeof loader>();
  return <div className="panel">{invitation === "" ? <NotAccepted /> : <Invitation id={invitation} />}</div>;
}

function Invitation({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(movesAfterQuery(id));
  if (isNone(error)) return <NotAccepted />;
  if (data) return data.invitedBy ? <Accepted moves={data} by={data.invitedBy} /> : <NotAccepted />;
  if (error)
    return (
      <ErrorState
        asPage
        title="Unable to Load Invitation"
        text={faultOf(error)}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div className="grid min-h-80 justify-items-center px-6 py-16">
      <PageHeading heading="Invitation" placeholder={<Skeleton className="h-6 w-56" />} />
    </div>
  );
}

function Accepted({ moves, by }: { moves: Moves; by: NonNullable<Moves["invitedBy"]> }) {
  return (
    <Notice
      asPage
      icon={CircleCheck}
      title="Invitation Accepted!"
      action={
        <Link to={paths.deployments()} className={buttonClass({ emphasis: "primary", size: "large" })}>
          Continue to Deployments
        </Link>
      }
    >
      <p className="wrap-anywhere">
        You accepted the invitation from{" "}
        <bdi className="font-medium text-ink">{truncate(nameOrEmail(by), longestInviter)}</bdi>.
      </p>
      <div className="mx-auto w-fit">
        <MovesList moves={moves} moved />
      </div>
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
        <Link
          to={paths.profileOrganization()}
          className={buttonClass({ emphasis: "primary", size: "large" })}
        >
          Show your invitations
        </Link>
      }
    >
      <p>You'll find pending invitations in your profile.</p>
    </Notice>
  );
}
