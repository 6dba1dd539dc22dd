import { Unplug } from "lucide-react";
import { Link } from "react-router-dom";
import type { ReportingSource } from "@shardwatch/core/contract/deployment/deployment";
import { isRead } from "@shardwatch/core/contract/source/source";
import { paths } from "../../../lib/address/paths.ts";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { textLinkClass } from "../../../ui/text/TextLink.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";

/**
 * That nothing comes from any of the sources of a deployment, since when, and why. Its status stays as reported until the
 * data is old enough to be stale.
 */
export function SourceNotice({
  sources,
  own,
}: {
  sources: readonly ReportingSource[];
  /** Whether they belong to the person's own organization, and so are among its integrations. */
  own: boolean;
}) {
  const failing = sources.flatMap(({ failure, ...source }) => (failure ? [{ ...source, ...failure }] : []));
  if (failing.length < sources.length) return null;
  return (
    <section
      aria-labelledby="no-source"
      className="flex items-start gap-2 rounded-lg border border-line bg-warn-soft px-4 py-3"
    >
      <Unplug aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <div className="grid min-w-0 gap-1 text-sm">
        <h2 id="no-source" className="text-base font-semibold text-warn">
          No new data
        </h2>
        {failing.map(({ kind, id, name, reason, since }) => (
          <p key={id} className="break-words">
            {own ? (
              <Link to={paths.sourceTab(kind)} className={textLinkClass}>
                <Foreign>{name}</Foreign>
              </Link>
            ) : (
              <Foreign>{name}</Foreign>
            )}{" "}
            {since === null ? (
              `isn't ${isRead(kind) ? "syncing" : "reporting"}.`
            ) : (
              <>
                stopped {isRead(kind) ? "syncing" : "reporting"} <TimeAgo date={since} />.
              </>
            )}
            <span className="block first-letter:uppercase">{reason}</span>
          </p>
        ))}
        {failing.length === 0 && (
          <p>
            No agent key or account reports this deployment any more. Its key was revoked, or its agent no
            longer lists it.
          </p>
        )}
      </div>
    </section>
  );
}
