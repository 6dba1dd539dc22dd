import type { WatchingRule } from "@shardwatch/core/contract/incident/rule-list";
import { Pencil, RotateCcw, SlidersHorizontal, Trash2 } from "lucide-react";
import { lazy, Suspense } from "react";
import { changeBuiltIn, deleteRule } from "../../../api/incidents/rules.ts";
import { counted } from "../../../lib/words/count.ts";
import { ConfirmDialog } from "../../../ui/popup/ConfirmDialog.tsx";
import type { Action } from "../../../ui/popup/MenuButton.tsx";
import type { OpenDialog } from "../../../ui/popup/use-dialog.ts";
import { ForeignName } from "../../../ui/text/Foreign.tsx";
import { differencesOf } from "./built-in-texts.ts";

const BuiltInDialog = lazy(() => import("./BuiltInDialog.tsx"));

export interface RuleActions {
  open: OpenDialog;
  /** Opens the page of a rule. */
  onEdit: (id: string) => void;
  /** How many incidents of a rule are open. */
  openOf: (id: string) => number;
}

interface DialogProps {
  rule: WatchingRule;
  onClose: () => void;
}

function DeleteRuleDialog({ rule, openIncidents, onClose }: DialogProps & { openIncidents: number }) {
  return (
    <ConfirmDialog
      title="Delete rule"
      failure="Failed to delete the rule"
      success="Rule deleted"
      onConfirm={() => deleteRule(rule.id, rule.own?.revision ?? 0)}
      onClose={onClose}
    >
      <p>
        <ForeignName>{rule.name}</ForeignName> stops watching.{" "}
        {openIncidents === 0
          ? "None of its incidents is open."
          : `Its ${counted(openIncidents, "open incident")} ${openIncidents === 1 ? "ends" : "end"} within minutes.`}{" "}
        Incidents that are over stay.
      </p>
    </ConfirmDialog>
  );
}

function ResetRuleDialog({ rule, onClose }: DialogProps) {
  return (
    <ConfirmDialog
      title="Reset rule"
      verb="Reset"
      pending="Resetting…"
      failure="Failed to reset the rule"
      success="Rule reset"
      onConfirm={() => changeBuiltIn(rule.id, rule.changes?.revision, {})}
      onClose={onClose}
    >
      <p>
        <ForeignName>{rule.name}</ForeignName> gets its defaults back. These changes are lost, and incidents
        that need them end:
      </p>
      <ul className="list-disc pl-5">
        {differencesOf(rule).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

/** What people who manage an organization can do with a rule. The configuration file decides on its own ones. */
export function actionsOfRule(rule: WatchingRule, { open, onEdit, openOf }: RuleActions): Action[] {
  const { id, own, changes } = rule;
  if (own?.managedBy ?? changes?.managedBy) return [];
  if (own)
    return [
      { label: "Edit", icon: Pencil, onSelect: () => onEdit(id) },
      {
        label: "Delete",
        icon: Trash2,
        danger: true,
        opensDialog: true,
        onSelect: () =>
          open((close) => <DeleteRuleDialog rule={rule} openIncidents={openOf(id)} onClose={close} />),
      },
    ];
  return [
    {
      label: "Change",
      icon: SlidersHorizontal,
      opensDialog: true,
      onSelect: () =>
        open((close) => (
          <Suspense>
            <BuiltInDialog rule={rule} onClose={close} />
          </Suspense>
        )),
    },
    ...(changes
      ? [
          {
            label: "Reset",
            icon: RotateCcw,
            opensDialog: true,
            onSelect: () => open((close) => <ResetRuleDialog rule={rule} onClose={close} />),
          },
        ]
      : []),
  ];
}
