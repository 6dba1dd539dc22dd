import { lazy, Suspense, useState } from "react";
import { Link } from "react-router-dom";
import { type SourceKind, sourceKinds } from "../kinds.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { textLinkClass } from "../../ui/TextLink.tsx";

const AgentSetupPanel = lazy(async () => {
  const { AgentSetupPanel: panel } = await import("./AgentSetupPanel.tsx");
  return { default: panel };
});

interface SetupCardProps {
  kind: SourceKind;
  onSteps: () => void;
}

/** One way to a first deployment; empty for a kind that an empty list does not offer. */
function SetupCard({ kind: { icon: Icon, tab, setup }, onSteps }: SetupCardProps) {
  if (!setup) return null;
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
          <Button aria-haspopup="dialog" onClick={onSteps} className="max-md:h-11">
            Show the steps
          </Button>
        )}
        <Link
          to={tab.path}
          className={`${buttonClass({ look: hasSteps ? "quiet" : "secondary" })} max-md:h-11`}
        >
          {link}
        </Link>
      </div>
    </li>
  );
}

/** The ways to a first deployment. */
export function SetupCards() {
  const [open, setOpen] = useState(false);
  const { tab, setup } = sourceKinds.agent;
  return (
    <>
      <ul aria-label="Setup" className="mx-auto grid w-full max-w-3xl gap-4 px-4 pb-12 md:grid-cols-2">
        {Object.entries(sourceKinds).map(([name, kind]) => (
          <SetupCard key={name} kind={kind} onSteps={() => setOpen(true)} />
        ))}
      </ul>
      {open && (
        <Dialog title="Set up the agent" onClose={() => setOpen(false)}>
          <div className="min-h-64 overflow-y-auto">
            <p className="px-4 pt-4">
              The agent needs an agent key.{" "}
              <Link to={tab.path} className={textLinkClass}>
                {setup?.link}
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
