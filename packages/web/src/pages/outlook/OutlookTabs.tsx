import { queryText } from "@shardwatch/core/contract/filter/format";
import { Link, useSearchParams } from "react-router-dom";
import { readFilter, writeFilter } from "../../filter/address.ts";
import { paths } from "../../lib/address/paths.ts";
import { useMay } from "../../session/session.ts";

const tabs = { memory: "Memory", licenses: "Licenses" } as const;
type OutlookTab = keyof typeof tabs;

const addressOf = { memory: paths.outlook, licenses: paths.outlookLicenses } as const;

/** The tabs of the outlook as links, so that each has an address and Back works. They keep the filter. */
export function OutlookTabs({ current }: { current: OutlookTab }) {
  const [query] = useSearchParams();
  const filter = readFilter(query, useMay("seeEveryOrganization"));
  const kept = queryText(writeFilter(new URLSearchParams(), filter));
  return (
    <nav aria-label="Outlook" className="tab-strip border-b border-line">
      <ul className="flex sm:gap-1">
        {(Object.keys(tabs) as OutlookTab[]).map((tab) => (
          <li key={tab}>
            <Link
              to={`${addressOf[tab]()}${kept && `?${kept}`}`}
              aria-current={tab === current ? "page" : undefined}
              className="-mb-px flex h-10 items-center border-b-2 border-transparent px-2 font-medium whitespace-nowrap text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink max-md:h-11 sm:px-3"
            >
              {tabs[tab]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
