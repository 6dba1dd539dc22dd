import { Download, LoaderCircle } from "lucide-react";
import { useState } from "react";
import { counted } from "../../lib/words/count.ts";
import { Tooltip } from "../popup/Tooltip.tsx";
import { Button } from "./Button.tsx";

interface ExportButtonProps {
  /** One of what it saves. */
  noun: string;
  /** How many there are; undefined while that is not known. */
  total: number | undefined;
  /** Why there is nothing to save, if so. */
  obstacle: string | undefined;
  onSave: () => Promise<void>;
  /** Called when a pointer or the focus comes, before the button is pressed. */
  onNear?: () => void;
}

/** Saves a list as CSV. Pressed again while it saves, it does nothing. */
export function ExportButton({ noun, total = 0, obstacle, onSave, onNear }: ExportButtonProps) {
  const [busy, setBusy] = useState(false);
  const Icon = busy ? LoaderCircle : Download;
  async function save() {
    if (obstacle !== undefined || busy) return;
    setBusy(true);
    await onSave();
    setBusy(false);
  }
  return (
    <Tooltip content={obstacle ?? `Download ${counted(total, noun)} as CSV`}>
      {({ onPointerEnter, onFocus, ...trigger }) => (
        <Button
          {...trigger}
          aria-disabled={obstacle !== undefined || busy || undefined}
          onPointerEnter={(event) => {
            onNear?.();
            onPointerEnter(event);
          }}
          onFocus={(event) => {
            onNear?.();
            onFocus(event);
          }}
          onClick={() => void save()}
        >
          <Icon aria-hidden className={`size-4 text-muted ${busy ? "motion-safe:animate-spin" : ""}`} />
          Export CSV
        </Button>
      )}
    </Tooltip>
  );
}
