import { createElement } from "react";
import { Link } from "react-router-dom";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { keyOf } from "../../../lib/words/deployment-key.ts";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { rowLink } from "../../../ui/table/rows.ts";
import { Tooltip } from "../../../ui/popup/Tooltip.tsx";

const isCut = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth > clientWidth;

interface NameCellProps {
  deployment: DeploymentListItem;
  address: string;
  /** Distinguishes it from others of the same name. */
  mark: string | undefined;
}

/**
 * The name as a link to the deployment. It is cut only where the column is no wider: the column takes the space that
 * others leave. A tooltip shows a cut name in full, on hover and on focus.
 */
export function NameCell({ deployment, address, mark }: NameCellProps) {
  const { name } = deployment;
  return (
    <>
      <Tooltip
        when={isCut}
        content={
          <span className="block break-words">
            <Foreign>{name}</Foreign>
          </span>
        }
      >
        {({ tabIndex: _, ...trigger }) => (
          <Link
            {...trigger}
            to={address}
            {...rowLink}
            {...(mark !== undefined && { "aria-label": `${name}, ${mark}` })}
            className="min-w-0 rounded-sm font-medium hover:text-accent hover:underline max-md:break-words md:truncate"
          >
            <Foreign>{name}</Foreign>
          </Link>
        )}
      </Tooltip>
      {mark !== undefined && (
        <Foreign className="min-w-16 shrink truncate pl-1 text-xs font-normal text-faint">{mark}</Foreign>
      )}
      {createElement("incident-mark", { of: keyOf(deployment), hidden: true })}
    </>
  );
}
