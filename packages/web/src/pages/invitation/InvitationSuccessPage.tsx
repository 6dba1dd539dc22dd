import { CircleCheck } from "lucide-react";
import { Link, type LoaderFunctionArgs, replace, useLoaderData } from "react-router-dom";
import { truncate } from "@shardwatch/core/kit/text";
import { paths } from "../../lib/paths.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";

const longestInviter = 100;

/** Whose invitation was accepted, as the address tells it; without that there is nothing to show. */
export function loader({ request }: LoaderFunctionArgs): string {
  const inviter = new URL(request.url).searchParams.get("inviter")?.trim();
  if (!inviter) throw replace(paths.deployments());
  return truncate(inviter, longestInviter);
}

/** Where accepting an invitation leads to. */
export function Component() {
  const inviter = useLoaderData<typeof loader>();
  return (
    <div className="panel">
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
          You accepted the invitation from <bdi className="font-medium text-ink">{inviter}</bdi>. Your API
          keys and deployments were migrated to the organization you joined.
        </p>
      </Notice>
    </div>
  );
}
