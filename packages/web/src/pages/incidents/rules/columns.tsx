import type { WatchingRule } from "@shardwatch/core/contract/incident/rule-list";
import { Link } from "react-router-dom";
import { SeverityBadge } from "../../../incidents/SeverityBadge.tsx";
import { paths } from "../../../lib/address/paths.ts";
import { formatCount } from "../../../lib/words/count.ts";
import { actionsColumn } from "../../../ui/table/ActionsMenu.tsx";
import type { Column } from "../../../ui/table/rows.ts";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { ManagedBadge } from "../../../ui/text/ManagedBadge.tsx";
import { differencesOf } from "./built-in-texts.ts";
import { actionsOfRule, type RuleActions } from "./rule-actions.tsx";
import { SentTo } from "./SentTo.tsx";

interface NameProps {
  rule: WatchingRule;
  /** The organization in the address; links keep it. */
  organization: string | undefined;
}

/** The name of a rule, when it opens an incident, and what differs from the default. */
function Name({ rule, organization }: NameProps) {
  const { id, name, condition, own, changes } = rule;
  const differences = differencesOf(rule);
  return (
    <span id={id} tabIndex={-1} className="grid min-w-0 gap-0.5 rounded-sm py-2">
      {own ? (
        <Link
          to={paths.incidentRule(id, organization)}
          className="touch-area justify-self-start font-medium text-accent wrap-anywhere hover:underline"
        >
          <Foreign>{name}</Foreign>
        </Link>
      ) : (
        <span className="font-medium">{name}</span>
      )}
      <span className="text-sm font-normal text-muted wrap-anywhere">
        <Foreign>{condition}.</Foreign>
      </span>
      {differences.length > 0 && (
        <span className="text-sm font-normal">Changed: {differences.join(", ")}</span>
      )}
      {(own?.managedBy ?? changes?.managedBy) && (
        <span className="font-normal">
          <ManagedBadge />
        </span>
      )}
    </span>
  );
}

/** Every column of a list of rules. The last one is for those who may change them. */
export const ruleColumns = (
  organization: string | undefined,
  actions: RuleActions | undefined,
): readonly Column<WatchingRule>[] => [
  {
    id: "rule",
    header: "Rule",
    rem: 24,
    cell: (rule) => <Name rule={rule} organization={organization} />,
  },
  {
    id: "severity",
    header: "Severity",
    card: "line",
    rem: 11,
    cell: ({ severities }) => (
      <span className="flex flex-wrap gap-1">
        {severities.map((severity) => (
          <SeverityBadge key={severity} severity={severity} />
        ))}
      </span>
    ),
  },
  {
    id: "opened",
    header: "Opened in 30 days",
    align: "end",
    rem: 10,
    cell: ({ opened }) => (
      <span className={`figures ${opened === 0 ? "text-muted" : ""}`}>{formatCount(opened)}</span>
    ),
  },
  {
    id: "notified",
    header: "Sent to",
    rem: 18,
    cell: (rule) => <SentTo rule={rule} />,
  },
  ...(actions
    ? [
        {
          ...actionsColumn<WatchingRule>(
            ({ name }) => name,
            (rule) => actionsOfRule(rule, actions),
          ),
          rem: 4,
        },
      ]
    : []),
];
