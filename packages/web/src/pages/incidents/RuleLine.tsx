import type { IncidentDetail } from "@shardwatch/core/contract/incident/incident";
import { Link } from "react-router-dom";
import { paths } from "../../lib/address/paths.ts";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { textLinkClass } from "../../ui/text/TextLink.tsx";

interface RuleLineProps {
  incident: Pick<IncidentDetail, "rule" | "ruleName" | "condition">;
  /** The organization in the address; links keep it. */
  organization: string | undefined;
}

/** Which rule has opened an incident, and when it does. */
export const RuleLine = ({ incident: { rule, ruleName, condition }, organization }: RuleLineProps) => (
  <p className="max-w-prose text-muted">
    Rule:{" "}
    <Link to={paths.incidentRules(organization, rule)} className={textLinkClass}>
      <Foreign>{ruleName}</Foreign>
    </Link>
    . {condition}.
  </p>
);
