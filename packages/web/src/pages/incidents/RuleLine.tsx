import type { IncidentDetail } from "@shardwatch/core/contract/incident/incident";
import { ruleNames } from "@shardwatch/core/contract/incident/rules";
import { Link } from "react-router-dom";
import { paths } from "../../lib/address/paths.ts";
import { textLinkClass } from "../../ui/text/TextLink.tsx";

interface RuleLineProps {
  incident: Pick<IncidentDetail, "rule" | "condition">;
  /** The organization in the address; links keep it. */
  organization: string | undefined;
}

/** Which rule has opened an incident, and when it does. */
export const RuleLine = ({ incident: { rule, condition }, organization }: RuleLineProps) => (
  <p className="max-w-prose text-muted">
    Rule:{" "}
    <Link to={paths.incidentRules(organization, rule)} className={textLinkClass}>
      {ruleNames[rule]}
    </Link>
    . {condition}.
  </p>
);
