import { useState } from "react";
import type { RedisCloud } from "@shardwatch/core/contract/source/redis-cloud";
import { useNavigate } from "react-router-dom";
import { paths } from "../../../lib/address/paths.ts";
import { Step, Steps } from "../../../sources/setup/Step.tsx";
import { Section } from "../../../ui/section/Section.tsx";
import { ConnectForm } from "../redis-cloud/ConnectForm.tsx";
import { Connected } from "../redis-cloud/Connected.tsx";

/** The keys of a Redis Cloud account, then what its first reading found. */
export default function RedisCloudSteps() {
  const navigate = useNavigate();
  const [connected, setConnected] = useState<RedisCloud>();
  return (
    <Section heading="Connect a Redis Cloud account">
      <div className="p-4">
        <Steps>
          <Step number={1} title="Enter the account's keys">
            <p>
              Only account owners can create cloud API keys. Read-only keys are enough. We try them before we
              store them.
            </p>
            {!connected && <ConnectForm onConnected={setConnected} />}
          </Step>
          <Step number={2} title="Results">
            {connected && (
              <Connected connected={connected} onDone={() => void navigate(paths.sourceTab("redis-cloud"))} />
            )}
          </Step>
        </Steps>
      </div>
    </Section>
  );
}
