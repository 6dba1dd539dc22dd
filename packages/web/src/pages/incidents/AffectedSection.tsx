import type { IncidentDetail } from "@shardwatch/core/contract/incident/incident";
import { mostMembers } from "@shardwatch/core/contract/incident/words";
import { Link } from "react-router-dom";
import { counted, formatCount } from "../../lib/words/count.ts";
import { paths } from "../../lib/address/paths.ts";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { Section } from "../../ui/section/Section.tsx";
import { textLinkClass } from "../../ui/text/TextLink.tsx";
import { affectedIn, isDeployment } from "./affected.ts";

interface AffectedSectionProps {
  incident: IncidentDetail;
  /** The organization in the address; links keep it. */
  organization: string | undefined;
}

/** The deployments that an incident concerns. Integrations, agents and keys have no link. */
export function AffectedSection({ incident, organization }: AffectedSectionProps) {
  const { members, affected, state } = incident;
  const values = new Map(affected.first.map(({ id, value }) => [id, value]));
  const named = members.filter(({ name }) => name !== "");
  const further = affected.count - named.length;
  const list = state === "open" ? affectedIn(incident, organization) : undefined;
  return (
    <Section
      heading={`Affected: ${formatCount(affected.count)}${affected.count < mostMembers ? "" : " or more"}`}
      action={
        list !== undefined &&
        affected.count > 1 && (
          <Link to={list} className={textLinkClass}>
            Show in the list
          </Link>
        )
      }
    >
      <ul className="divide-y divide-line">
        {named.map(({ id, name }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-2">
            {isDeployment(id) ? (
              <Link to={paths.deployment(id, "", organization)} className={`${textLinkClass} font-medium`}>
                <Foreign className="wrap-anywhere">{name}</Foreign>
              </Link>
            ) : (
              <Foreign className="font-medium wrap-anywhere">{name}</Foreign>
            )}
            {values.get(id) && <Foreign className="text-sm text-muted">{values.get(id)}</Foreign>}
          </li>
        ))}
      </ul>
      {further > 0 && (
        <p className="border-t border-line px-4 py-3 text-sm text-muted">
          And {counted(further, "other")} that {further === 1 ? "isn't" : "aren't"} listed here.
        </p>
      )}
    </Section>
  );
}
