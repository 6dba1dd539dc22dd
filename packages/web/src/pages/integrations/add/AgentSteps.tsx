import { useCallback, useState } from "react";
import type { CreatedKey } from "../../../api/sources/access-key-changes.ts";
import { PermissionSteps } from "../../../sources/setup/PermissionSteps.tsx";
import { Step, Steps } from "../../../sources/setup/Step.tsx";
import { useForgetOnLeave } from "../../../ui/form/SecretField.tsx";
import { Section } from "../../../ui/section/Section.tsx";
import { CreateKeyForm } from "../agent-keys/CreateKeyForm.tsx";
import { FirstReport } from "./FirstReport.tsx";
import { InstallAgent } from "./InstallAgent.tsx";

/** A new key, and its secret while this page shows it. */
type Created = Pick<CreatedKey, "keyId" | "name"> & { compositeKey?: string; address?: string };

/** Name, key and command, then the wait for the first report. */
export default function AgentSteps() {
  // The only place that holds the secret. When it leaves this state, it is gone.
  const [created, setCreated] = useState<Created>();
  const forget = useCallback(
    () => setCreated((before) => before && { keyId: before.keyId, name: before.name }),
    [],
  );
  useForgetOnLeave(forget);
  const { compositeKey } = created ?? {};

  return (
    <Section heading="Watch servers with an agent">
      <div className="p-4">
        <Steps>
          <Step number={1} title="Name it after the server or its host">
            {created ? (
              <p>
                The agent key <strong className="text-ink">{created.name}</strong> was created.
              </p>
            ) : (
              <CreateKeyForm asksAddress onCreated={(key, address) => setCreated({ ...key, address })} />
            )}
          </Step>
          <Step number={2} title="Run this command on the host">
            {created && compositeKey !== undefined && <InstallAgent created={{ ...created, compositeKey }} />}
            {created && compositeKey === undefined && (
              <p>The key can't be shown again. Revoke it and add the source anew if you didn't copy it.</p>
            )}
          </Step>
          <Step number={3} title="See it report">
            {created && <FirstReport keyId={created.keyId} />}
          </Step>
        </Steps>
        <div className="mt-6 grid gap-3 border-t border-line pt-4">
          <h3 className="font-medium">Where the server has passwords: a user for the agent</h3>
          <PermissionSteps />
        </div>
      </div>
    </Section>
  );
}
