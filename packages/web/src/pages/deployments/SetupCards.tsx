import { Cloud, type LucideIcon, RadioTower } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../lib/paths.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { textLinkClass } from "../../ui/TextLink.tsx";

const AgentSetupPanel = lazy(async () => {
  const { AgentSetupPanel: panel } = await import("../../sources/setup/AgentSetupPanel.tsx");
  return { default: panel };
});

interface SetupCardProps {
  icon: LucideIcon;
  title: string;
  text: string;
  /** What leads on. */
  children: ReactNode;
}

function SetupCard({ icon: Icon, title, text, children }: SetupCardProps) {
  return (
    <li className="grid content-between gap-3 rounded-lg border border-line bg-page p-4">
      <div className="grid gap-1">
        <p className="flex items-center gap-2 font-semibold">
          <Icon aria-hidden className="size-4 text-muted" />
          {title}
        </p>
        <p className="text-muted">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  );
}

/** The two ways to the first deployment. */
export function SetupCards() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ul aria-label="Setup" className="mx-auto grid w-full max-w-3xl gap-4 px-4 pb-12 md:grid-cols-2">
        <SetupCard
          icon={RadioTower}
          title="Set up the agent"
          text="For Redis Enterprise and open-source Redis: a small program beside your servers that reports to Shardwatch."
        >
          <Button aria-haspopup="dialog" onClick={() => setOpen(true)} className="max-md:h-11">
            Show the steps
          </Button>
          <Link to={paths.agentKeys()} className={`${buttonClass({ look: "quiet" })} max-md:h-11`}>
            Create an agent key
          </Link>
        </SetupCard>
        <SetupCard
          icon={Cloud}
          title="Connect a cloud account"
          text="For Redis Cloud: subscriptions and databases are found with an API key of your account."
        >
          <Link to={paths.redisCloud()} className={`${buttonClass()} max-md:h-11`}>
            Connect Redis Cloud
          </Link>
        </SetupCard>
      </ul>
      {open && (
        <Dialog title="Set up the agent" onClose={() => setOpen(false)}>
          <div className="min-h-64 overflow-y-auto">
            <p className="px-4 pt-4">
              The agent reports with an API key.{" "}
              <Link to={paths.agentKeys()} className={textLinkClass}>
                Create an agent key
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
