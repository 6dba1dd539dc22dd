import type { WatchedServer } from "@shardwatch/core/kit/agent-configuration";
import { useCallback, useEffect, useRef, useState } from "react";
import type { CreatedKey } from "../../../api/sources/access-key-changes.ts";
import { config } from "../../../lib/settings/config.ts";
import { PermissionSteps } from "../../../sources/setup/PermissionSteps.tsx";
import { systemOf } from "../../../sources/setup/snippets.ts";
import { Step, Steps } from "../../../sources/setup/Step.tsx";
import type { Way } from "../../../sources/setup/ways.ts";
import { useForgetOnLeave } from "../../../ui/form/SecretField.tsx";
import { Section } from "../../../ui/section/Section.tsx";
import { CreateKeyForm } from "../agent-keys/CreateKeyForm.tsx";
import { FirstReport } from "./FirstReport.tsx";
import { InstallAgent } from "./InstallAgent.tsx";
import { OnlyHere } from "./OnlyHere.tsx";

/** A new key, and its secret while this page shows it. */
type Created = Pick<CreatedKey, "keyId" | "name"> & WatchedServer & { compositeKey?: string };

const withoutKey = ({ compositeKey: _, ...rest }: Created): Created => rest;

/** Name, key and command, then the wait for the first report. */
export default function AgentSteps() {
  // The only place that holds the secret. When it leaves this state, it is gone.
  const [created, setCreated] = useState<Created>();
  const forget = useCallback(() => setCreated((before) => before && withoutKey(before)), []);
  useForgetOnLeave(forget);
  const [way, setWay] = useState<Way>(() => systemOf(navigator.platform));
  const { compositeKey } = created ?? {};

  return (
    <Section heading="Watch servers with an agent">
      <div className="p-4">
        <OnlyHere api={config().apiUrl} />
        <Steps>
          <Step number={1} title="Name the server">
            {created ? (
              <Named name={created.name} />
            ) : (
              <CreateKeyForm asksServer onCreated={(key, server) => setCreated({ ...key, ...server })} />
            )}
          </Step>
          <Step number={2} title="Run the agent with one command">
            {created && compositeKey !== undefined && (
              <InstallAgent created={{ ...created, compositeKey }} way={way} onWay={setWay} />
            )}
            {created && compositeKey === undefined && (
              <p>The key can't be shown again. If you didn't copy it, revoke it and add the source again.</p>
            )}
          </Step>
          <Step number={3} title="Wait for data">
            {created && <FirstReport server={created} way={way} onAnother={() => setCreated(undefined)} />}
          </Step>
        </Steps>
        <div className="mt-6 grid gap-3 border-t border-line pt-4">
          <h3 className="font-medium">If Redis requires a password</h3>
          <PermissionSteps />
        </div>
      </div>
    </Section>
  );
}

/** Takes the focus: the form that had it is gone. */
function Named({ name }: Pick<Created, "name">) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => line.current?.focus({ preventScroll: true }), []);
  return (
    <p ref={line} tabIndex={-1} className="outline-none">
      The agent key <strong className="text-ink">{name}</strong> was created.
    </p>
  );
}
