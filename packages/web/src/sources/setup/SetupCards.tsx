import { lazy, Suspense, useState } from "react";
import { Link } from "react-router-dom";
import { type DeploymentSource, deploymentSources } from "@shardwatch/core/contract/source";
import { sourceKinds } from "../kinds.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { textLinkClass } from "../../ui/TextLink.tsx";
import { setups } from "./setups.ts";

const AgentSetupPanel = lazy(async () => {
  const { AgentSetupPanel: panel } = await import("./AgentSetupPanel.tsx");
  return { default: panel };
});

interface SetupCardProps {
  kind: DeploymentSource;
  onSteps: () => void;
}

/** One way to a first deployment. */
function SetupCard({ kind, onSteps }: SetupCardProps) {
  const setup = setups[kind];
  const { icon: Icon, tab } = sourceKinds[kind];
  const { title, text, link, hasSteps } = setup;
  return (
    <li className="grid content-between gap-3 rounded-lg border border-line bg-page p-4">
      <div className="grid gap-1">
        <p className="flex items-center gap-2 font-semibold">
          <Icon aria-hidden className="size-4 text-muted" />
          {title}
        </p>
        <p className="text-muted">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {hasSteps && (
          <Button aria-haspopup="dialog" onClick={onSteps}>
            Show the steps
          </Button>
        )}
        <Link to={tab.path} className={buttonClass({ look: hasSteps ? "quiet" : "secondary" })}>
          {link}
        </Link>
      </div>
    </li>
  );
}

/** The ways to a first deployment. */
export function SetupCards() {
  const [open, setOpen] = useState(false);
  const { tab } = sourceKinds.agent;
  const kinds = deploymentSources.filter((kind) => sourceKinds[kind].isOn());
  return (
    <>
      <div className="mx-auto w-full px-4 pb-12" style={{ maxWidth: "64rem" }}>
        <ul
          aria-label="Setup"
          className="grid gap-4"
          style={{ gridTemplateColumns: "repeat(auto-fit, minmax(15rem, 1fr))" }}
        >
          {kinds.map((kind) => (
            <SetupCard key={kind} kind={kind} onSteps={() => setOpen(true)} />
          ))}
        </ul>
      </div>
      {open && (
        <Dialog title="Set up the agent" onClose={() => setOpen(false)}>
          <div className="min-h-64 overflow-y-auto">
            <p className="px-4 pt-4">
              The agent needs an agent key.{" "}
              <Link to={tab.path} className={textLinkClass}>
                {setups.agent.link}
              </Link>
            </p>
            <Suspense>
              <AgentSetupPanel />
            </Suspense>
          </div>
        </Dialog>
      )}
    </>
  );
}
