import { Copy, Download } from "lucide-react";
import { Button } from "../form/Button.tsx";

interface ChartExportsProps {
  onCopyLink: () => void;
  onSave: () => void;
}

/** The buttons that take charts elsewhere: a link with fixed times, and a file. */
export function ChartExports({ onCopyLink, onSave }: ChartExportsProps) {
  return (
    <>
      <Button emphasis="quiet" onClick={onCopyLink}>
        <Copy aria-hidden className="size-3.5" />
        Copy link
      </Button>
      <Button emphasis="quiet" onClick={onSave}>
        <Download aria-hidden className="size-3.5" />
        CSV
      </Button>
    </>
  );
}
