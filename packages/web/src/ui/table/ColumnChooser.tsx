import { Columns3 } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { Button } from "../form/Button.tsx";
import type { ColumnChoicesProps } from "./ColumnChoices.tsx";

const ColumnChoices = lazy(() => import("./ColumnChoices.tsx"));

/** Chooses the columns of the table and the height of its rows: a button that opens the choices. */
export function ColumnChooser(props: Pick<ColumnChoicesProps, "columns" | "setting" | "empty">) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button ref={button} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Columns3 aria-hidden className="size-4 text-muted" />
        Show columns
      </Button>
      {open && (
        <Suspense>
          <ColumnChoices {...props} anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
