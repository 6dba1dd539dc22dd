import { useQuery } from "@tanstack/react-query";
import { CircleCheck, LoaderCircle } from "lucide-react";
import { Link } from "react-router-dom";
import { firstReportQuery } from "../../../api/sources/access-keys.ts";
import { deploymentQuery } from "../../../api/fleet/deployment.ts";
import { paths } from "../../../lib/address/paths.ts";
import { Button, buttonClass } from "../../../ui/form/Button.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { Problem } from "../../../ui/state/Problem.tsx";
import { textLinkClass } from "../../../ui/text/TextLink.tsx";
import { describeError } from "../../../lib/errors.ts";
import { RefusedDeployments } from "../agent-keys/RefusedDeployments.tsx";

/** Waits for the first report with a key, and says what reports. */
export function FirstReport({ keyId }: { keyId: string }) {
  const { data: key, error, refetch } = useQuery(firstReportQuery(keyId));
  const [first] = key?.deployments.first ?? [];
  return (
    <>
      <div role="status" className="grid gap-2">
        {key && first !== undefined ? (
          <Reporting id={first} more={key.deployments.count - 1} />
        ) : (
          <p className="flex items-center gap-2">
            <LoaderCircle aria-hidden className="size-4 shrink-0 motion-safe:animate-spin" />
            {key && key.agents.length > 0
              ? "The agent reports. Waiting for its first server…"
              : "Waiting for the first report…"}
          </p>
        )}
      </div>
      {key && <RefusedDeployments {...key} />}
      {error && (
        <Problem problem={describeError(error, "Can't check for reports")}>
          <Button className="justify-self-start" onClick={() => void refetch()}>
            Retry
          </Button>
        </Problem>
      )}
    </>
  );
}

function Reporting({ id, more }: { id: string; more: number }) {
  const { data } = useQuery(deploymentQuery(id));
  const link = (
    <Link to={paths.deployment(id)} className={textLinkClass}>
      <Foreign>{data?.name ?? "The first server"}</Foreign>
    </Link>
  );
  return (
    <>
      <p className="flex items-center gap-2 text-ink">
        <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
        <span className="min-w-0 break-words">
          {link} {more > 0 ? `and ${more} more are reporting` : "is reporting"}
        </span>
      </p>
      <p>
        <Link to={paths.deployments()} className={buttonClass()}>
          Show deployments
        </Link>
      </p>
    </>
  );
}
