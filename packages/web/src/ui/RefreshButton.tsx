import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { Button } from "./Button.tsx";
import { TimeAgo } from "./TimeAgo.tsx";

interface RefreshButtonProps {
  /** When the data was last loaded, Unix epoch in milliseconds; 0 before it ever was. */
  updatedAt: number;
  onRefresh: () => Promise<unknown>;
}

const shortestSpin = 300; // milliseconds; less is not seen

/** Loads again, and says how old is what stands there. */
export function RefreshButton({ updatedAt, onRefresh }: RefreshButtonProps) {
  const [spinning, setSpinning] = useState(false);

  async function refresh() {
    setSpinning(true);
    await Promise.all([onRefresh(), new Promise((resolve) => setTimeout(resolve, shortestSpin))]);
    setSpinning(false);
  }

  return (
    <div className="flex items-center gap-3 text-sm text-muted">
      {updatedAt > 0 && (
        <span>
          Updated <TimeAgo date={updatedAt} />
        </span>
      )}
      <Button onClick={() => void refresh()} disabled={spinning}>
        <RefreshCw aria-hidden className={`size-3.5 ${spinning ? "motion-safe:animate-spin" : ""}`} />
        Refresh
      </Button>
    </div>
  );
}
