import type { LucideIcon } from "lucide-react";
import { createElement, Suspense } from "react";
import { Link, useLocation } from "react-router-dom";
import { useIdle } from "../../lib/browser/use-idle.ts";
import { optionalPart } from "../../lib/loading/optional-part.ts";
import { useKeep } from "../../session/chosen-organization.ts";
import { isCurrent } from "./navigation.ts";

const OpenCount = optionalPart(() => import("../../incidents/OpenCount.tsx"));

interface RailLinkProps {
  label: string;
  path: string;
  icon: LucideIcon;
  /** Whether the link is current on its own page alone, and not on the pages below it. */
  end?: boolean;
  /** A second line below the label. The narrow rail has no space for it. */
  detail?: string | undefined;
  /** Whether it has the number of open incidents. */
  counts?: boolean;
  onChosen: (() => void) | undefined;
}

/** The look of an entry of the rail or the drawer. */
export const railEntryClass =
  "rail-link flex items-center rounded-md font-medium text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-selected aria-[current=page]:text-ink aria-[current=page]:[&>svg]:text-accent";

/** A link of the rail or the drawer. The narrow rail has the label as a caption below the icon. */
export function RailLink({ label, path, icon: Icon, end = false, detail, counts, onChosen }: RailLinkProps) {
  const keep = useKeep();
  const { pathname } = useLocation();
  return (
    <Link
      to={keep(path)}
      aria-current={isCurrent(path, pathname, end) ? "page" : undefined}
      onClick={onChosen}
      className={railEntryClass}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="grid min-w-0">
        <span className="truncate">{label}</span>
        {detail && <span className="truncate font-normal text-muted md:max-lg:sr-only">{detail}</span>}
      </span>
      {counts && <Count />}
    </Link>
  );
}

/** The number of open incidents. It comes after the page: see `incident-elements.ts`. */
function Count() {
  const isIdle = useIdle();
  return (
    <>
      {createElement("incident-count")}
      {isIdle && (
        <Suspense>
          <OpenCount />
        </Suspense>
      )}
    </>
  );
}
