import type { IncidentDetail } from "@shardwatch/core/contract/incident/incident";
import { Link } from "react-router-dom";
import { WithAdvisories } from "../../incidents/Advisories.tsx";
import { AdviceCommand } from "./AdviceCommand.tsx";
import { RuleLine } from "./RuleLine.tsx";
import { paths } from "../../lib/address/paths.ts";
import { Fact, Facts } from "../../ui/text/Facts.tsx";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { Section } from "../../ui/section/Section.tsx";
import { textLinkClass } from "../../ui/text/TextLink.tsx";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";

interface SectionProps {
  incident: IncidentDetail;
}

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);

/** What was seen, and what the source itself says. */
export function EvidenceSection({ incident: { cause, evidence, since } }: SectionProps) {
  const { figures, words } = evidence;
  return (
    <Section heading="Evidence">
      <div className="grid gap-4 p-4">
        <Facts short>
          {figures.map(({ label, value }) => (
            <Fact key={label} name={label}>
              {isTime(value) ? (
                <TimeAgo date={value} />
              ) : cause.kind === "version" ? (
                <WithAdvisories text={value} />
              ) : (
                value
              )}
            </Fact>
          ))}
          <Fact name="Since">
            <TimeAgo date={since} />
          </Fact>
        </Facts>
        {words !== null && (
          <div>
            <p className="text-xs text-muted">Error from the source</p>
            <p className="rounded-md bg-sunken p-4 break-words">
              <Foreign>{words}</Foreign>
            </p>
          </div>
        )}
      </div>
    </Section>
  );
}

const WayTo = ({ to, children }: { to: string; children: string }) => (
  <p>
    <Link to={to} className={textLinkClass}>
      {children}
    </Link>
  </p>
);

interface AdviceSectionProps extends SectionProps {
  /** The organization in the address; links keep it. */
  organization: string | undefined;
}

/** What helps, with a command to copy, and the rule that opened the incident. */
export function AdviceSection({ incident, organization }: AdviceSectionProps) {
  const { advice, cause } = incident;
  const isSource = cause.kind === "source" || cause.kind === "key";
  return (
    <Section heading="What to do">
      <div className="grid gap-3 p-4">
        <p className="max-w-prose">{advice.text}</p>
        {isSource && <WayTo to={paths.sources()}>Open Sources</WayTo>}
        {cause.kind === "channel" && <WayTo to={paths.profileNotifications()}>Open the channels</WayTo>}
        {cause.kind === "token" && <WayTo to={paths.profilePrograms()}>Open the tokens</WayTo>}
        {advice.command !== null && <AdviceCommand incident={incident} command={advice.command} />}
        <RuleLine incident={incident} organization={organization} />
      </div>
    </Section>
  );
}
