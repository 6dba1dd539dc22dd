import { Columns3 } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { isShown, readColumnConfig } from "../../ui/columns.ts";
import { deploymentColumns } from "./columns.tsx";
import { columnConfig, rowDensity } from "./stored-columns.ts";

const [always] = deploymentColumns;
const optional = deploymentColumns.filter((column) => "shownAtFirst" in column);

const densities = [
  { value: "dense", label: "Dense" },
  { value: "roomy", label: "Roomy" },
] as const;

/** Chooses the columns of the table and the height of its rows: a button with a list of checkboxes. */
export function ColumnChooser() {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const config = columnConfig.use();
  const density = rowDensity.use();
  return (
    <>
      <Button ref={button} aria-haspopup="dialog" onClick={() => setOpen(true)} className="max-md:h-11">
        <Columns3 aria-hidden className="size-4 text-muted" />
        Show columns
      </Button>
      {open && (
        <Dialog title="Show columns" anchor={button} narrow onClose={() => setOpen(false)}>
          <div className="grid overflow-y-auto p-2">
            <Checkbox label={always.header} hint="always shown" checked disabled />
            {optional.map(({ id, header }) => (
              <Checkbox
                key={id}
                label={header}
                checked={isShown(config, id)}
                onChange={(event) => columnConfig.set({ ...config, [id]: event.target.checked })}
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
            <Button
              look="quiet"
              onClick={() => columnConfig.set(readColumnConfig(deploymentColumns, null))}
              className="max-md:h-11"
            >
              Reset to defaults
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
