import { useQueries } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import { deploymentQuery } from "../../../api/fleet/deployment.ts";
import { counted } from "../../../lib/words/count.ts";
import { paths } from "../../../lib/address/paths.ts";
import { textLinkClass } from "../../../ui/text/TextLink.tsx";

/**
 * Deployments that agents report with a key although another key owns them, and what to do; empty without
 * any.
 */
export function RefusedDeployments({ refused: { count, first } }: AccessKey) {
  const found = useQueries({ queries: first.map((id) => deploymentQuery(id)) });
  if (count === 0) return null;
  const named = found.flatMap(({ data }) => (data ? [data] : []));
  const more = count - named.length;
  return (
    <div className="grid gap-1 rounded-md bg-warn-soft px-3 py-2">
      <p className="text-warn">
        Left out of its reports: {counted(count, "deployment")} that another person&rsquo;s key reports.
      </p>
      {named.length > 0 && (
        <ul className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
          {named.map(({ id, name }) => (
            <li key={id} className="min-w-0">
              <Link className={`${textLinkClass} break-words`} to={paths.deployment(id)}>
                {name}
              </Link>
            </li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
      )}
      <p className="text-sm">Use a key created by the same person or an admin.</p>
    </div>
  );
}
