import type { RefObject } from "react";
import type { StoredSetting } from "../../lib/settings/stored-setting.ts";
import { Button } from "../form/Button.tsx";
import { Checkbox } from "../form/Checkbox.tsx";
import { Dialog } from "../popup/Dialog.tsx";
import { type ColumnConfig, type ColumnSpec, shownConfig } from "./columns.ts";
import { rowDensity } from "./row-density.ts";

const densities = [
  { value: "dense", label: "Dense" },
  { value: "roomy", label: "Roomy" },
] as const;

export interface ColumnChoicesProps {
  /** The columns of the table. The first one is always shown. */
  columns: readonly Pick<ColumnSpec<never, never>, "id" | "header" | "shownAtFirst">[];
  setting: StoredSetting<ColumnConfig>;
  /** Columns in which no row has anything. They are shown only where somebody chose them. */
  empty?: ReadonlySet<string> | undefined;
  /** The button that opened them. */
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** A list of checkboxes for the columns, and the height of rows. */
export default function ColumnChoices({ columns, setting, empty, anchor, onClose }: ColumnChoicesProps) {
  const always = columns.find(({ shownAtFirst }) => shownAtFirst === undefined);
  const optional = columns.filter(({ shownAtFirst }) => shownAtFirst !== undefined);
  const chosen = setting.use();
  const shown = shownConfig(columns, chosen, empty);
  const density = rowDensity.use();
  return (
    <Dialog title="Show columns" anchor={anchor} narrow onClose={onClose}>
      <div className="grid overflow-y-auto p-2">
        <Checkbox label={always?.header ?? ""} hint="always shown" checked disabled />
        {optional.map(({ id, header }) => (
          <Checkbox
            key={id}
            label={header}
            checked={shown[id] ?? false}
            onChange={(event) => setting.set({ ...chosen, [id]: event.target.checked })}
          />
        ))}
      </div>
      <fieldset className="border-t border-line p-2">
        <legend className="float-left px-2 py-1 text-xs text-muted">Row height</legend>
        <div className="clear-both flex flex-wrap">
          {densities.map(({ value, label }) => (
            <Checkbox
              key={value}
              type="radio"
              name="row-height"
              label={label}
              checked={density === value}
              onChange={() => rowDensity.set(value)}
            />
          ))}
        </div>
      </fieldset>
      <div className="border-t border-line p-2">
        <Button emphasis="quiet" onClick={() => setting.set({})}>
          Reset to defaults
        </Button>
      </div>
    </Dialog>
  );
}
