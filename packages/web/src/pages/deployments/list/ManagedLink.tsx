import { ExternalLink } from "lucide-react";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { managedAt } from "./managed-at.ts";

/** A link to where a deployment is managed, in a new tab. A card has no space for it: its menu leads there. */
export function ManagedLink({ deployment }: { deployment: DeploymentListItem }) {
  const managed = managedAt(deployment);
  if (!managed) return null;
  const title = `Open the ${managed.place} at ${managed.url.host} in a new tab`;
  return (
    <a
      href={managed.url.href}
      target="_blank"
      rel="noopener noreferrer"
      title={title}
      aria-label={title}
      className="relative z-10 grid size-8 shrink-0 place-items-center rounded-md text-faint hover:bg-hover hover:text-accent max-md:hidden"
    >
      <ExternalLink aria-hidden className="size-3.5" />
    </a>
  );
}
