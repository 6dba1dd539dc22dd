import type { WebConfig } from "@shardwatch/core/contract/config";
import { useState } from "react";
import { addDemoData } from "../api/sources/demo-data.ts";
import { config } from "../lib/settings/config.ts";
import { showError, showSuccess } from "../lib/browser/toasts.ts";
import { Button } from "../ui/form/Button.tsx";

/** Whether there is demo data here. The first script has not checked this part of the configuration. */
const isOffered = () => (config() as Partial<WebConfig>).features?.demoData === true;

/** Offers demo data to an empty organization, where the configuration has it: on one machine. */
export function DemoDataOffer() {
  const [isAdding, setAdding] = useState(false);
  async function add() {
    setAdding(true);
    try {
      await addDemoData();
      showSuccess("Demo data added");
      // The button is gone with the empty state.
      document.querySelector<HTMLElement>("h1")?.focus();
    } catch (error) {
      showError("Failed to add demo data", error);
    } finally {
      setAdding(false);
    }
  }
  if (!isOffered()) return null;
  return (
    <div className="grid justify-items-center gap-2 px-4 pb-12 text-center">
      <Button aria-disabled={isAdding} onClick={() => void add()} className="max-md:h-11">
        {isAdding ? "Adding demo data…" : "Look around with demo data"}
      </Button>
      <p className="max-w-prose text-sm text-muted">
        Adds ten sample deployments with names starting with "Demo". Delete them when you're done.
      </p>
    </div>
  );
}
