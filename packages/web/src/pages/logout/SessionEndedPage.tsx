import { ExternalLink } from "lucide-react";
import { Link, useSearchParams } from "react-router-dom";
import { config } from "../../lib/config.ts";
import { paths } from "../../lib/paths.ts";
import { safeReturnTo } from "../../lib/return-to.ts";
import { PublicFrame } from "../../layout/PublicFrame.tsx";
import { buttonClass } from "../../ui/Button.tsx";

/** Where a session's end leads to; signing in again continues where it ended. */
export function SessionEndedPage() {
  const [query] = useSearchParams();
  return (
    <PublicFrame>
      <title>Session ended - Shardwatch</title>
      <div className="panel grid gap-6 p-6 text-center sm:p-8">
        <div className="grid gap-1">
          <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
            Session ended
          </h1>
          <p className="text-muted">Your session has ended. You can sign back in anytime.</p>
        </div>
        <Link
          to={paths.login(safeReturnTo(query.get("returnTo")))}
          className={buttonClass({ look: "primary", size: "large" })}
        >
          Sign back in
        </Link>
        <a
          href={config().providerSiteUrl}
          className="inline-flex min-h-6 items-center justify-self-center gap-1.5 text-sm text-accent hover:underline"
        >
          Go to Redis Cloud
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      </div>
    </PublicFrame>
  );
}
