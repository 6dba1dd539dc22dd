import { CircleCheck } from "lucide-react";
import { Link } from "react-router-dom";
import { AfterOutage } from "../../incidents/AfterOutage.tsx";
import { SeverityBadge } from "../../incidents/SeverityBadge.tsx";
import { bySeverity, isSilenced } from "../../incidents/states.ts";
import { useOpenIncidents } from "../../incidents/use-open-incidents.ts";
import { formatCount } from "../../lib/words/count.ts";
import { paths } from "../../lib/address/paths.ts";
import { Badge } from "../../ui/text/Badge.tsx";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { textLinkClass } from "../../ui/text/TextLink.tsx";

/** The open incidents by severity, and the most urgent one. Calm when there are none. */
export default function OpenIncidents({ organization }: { organization: string | undefined }) {
  const { data, dataUpdatedAt, isLoadingError } = useOpenIncidents(organization);
  const open = data?.incidents.filter((one) => !isSilenced(one, dataUpdatedAt));
  const [first] = open ?? [];
  const to = paths.incidents(organization);
  const withSeverity = (severity: string) => `${to}${to.includes("?") ? "&" : "?"}severity=${severity}`;
  return (
    <section
      aria-label="Open incidents"
      className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2"
    >
      <h2 className="font-semibold max-md:hidden">Open incidents</h2>
      {isLoadingError && <p className="text-sm text-muted">Unable to load incidents</p>}
      {open?.length === 0 && data?.lookedAt === undefined && (
        <p className="text-sm text-muted">The first look is within five minutes</p>
      )}
      {open?.length === 0 && data?.lookedAt !== undefined && (
        <Badge icon={CircleCheck}>
          <Link to={to} className={textLinkClass}>
            No open incidents
          </Link>
        </Badge>
      )}
      {open &&
        bySeverity(open).map(([severity, count]) => (
          <Link key={severity} to={withSeverity(severity)} className={`${textLinkClass} font-medium`}>
            <span className="figures">{formatCount(count)}</span>
            <SeverityBadge severity={severity} />
          </Link>
        ))}
      <AfterOutage until={data?.deafUntil} />
      {first && (
        <Link
          to={paths.incident(first.id, organization)}
          className={`${textLinkClass} min-w-0 max-md:hidden`}
        >
          <Foreign className="truncate">{first.title}</Foreign>
        </Link>
      )}
    </section>
  );
}
