import { ExternalLink } from "lucide-react";
import { Link } from "react-router-dom";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { truncate } from "@shardwatch/core/kit/text";
import { Foreign } from "../../ui/Foreign.tsx";
import { rowLink } from "../../ui/rows.ts";
import { Tooltip } from "../../ui/Tooltip.tsx";
import { managedAt } from "./managed-at.ts";

const nameLength = 40;

/**
 * The name as a link to the deployment, and a link to where it is managed. A tooltip shows a cut name in
 * full, on hover and on focus.
 */
export function NameCell({ deployment, address }: { deployment: DeploymentListItem; address: string }) {
  const { name } = deployment;
  const short = truncate(name, nameLength);
  const link = {
    to: address,
    ...rowLink,
    className: "min-w-0 rounded-sm py-0.5 font-medium break-words hover:text-accent hover:underline",
  };
  const managed = managedAt(deployment);
  return (
    <>
      {short === name ? (
        <Link {...link}>
          <Foreign>{name}</Foreign>
        </Link>
      ) : (
        <Tooltip
          content={
            <span className="block break-words">
              <Foreign>{name}</Foreign>
            </span>
          }
        >
          {(trigger) => (
            <Link {...trigger} {...link} aria-label={name}>
              <Foreign>{short}</Foreign>
            </Link>
          )}
        </Tooltip>
      )}
      {managed && (
        <a
          href={managed.url.href}
          target="_blank"
          rel="noopener noreferrer"
          title={`Open the ${managed.place} at ${managed.url.host} in a new tab`}
          aria-label={`Open the ${managed.place} at ${managed.url.host} in a new tab`}
          className="relative z-10 grid size-6 shrink-0 place-items-center rounded-sm text-faint hover:bg-hover hover:text-accent max-md:-my-2.5 max-md:size-11"
        >
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      )}
    </>
  );
}
