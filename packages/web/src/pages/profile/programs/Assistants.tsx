import type { Assistants as Switch } from "@shardwatch/core/contract/token/assistants";
import { useQuery } from "@tanstack/react-query";
import { assistantsQuery } from "../../../api/people/assistants.ts";
import { config } from "../../../lib/settings/config.ts";
import { useLiveOptions } from "../../../lib/time/refresh-interval.ts";
import { useMay } from "../../../session/session.ts";
import { Button } from "../../../ui/form/Button.tsx";
import { useDialog } from "../../../ui/popup/use-dialog.ts";
import { Fold } from "../../../ui/section/Fold.tsx";
import { Section } from "../../../ui/section/Section.tsx";
import { LoadFailure } from "../../../ui/state/ErrorState.tsx";
import { Skeleton } from "../../../ui/state/Skeleton.tsx";
import { StaleNotice } from "../../../ui/state/StaleNotice.tsx";
import { CodeBlock } from "../../../ui/text/CodeBlock.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { SwitchOffDialog, SwitchOnDialog } from "./assistant-dialogs.tsx";
import { WhatTheyRead } from "./WhatTheyRead.tsx";
import { assistantsAddress, editorJob, terminalJob, toolText } from "./assistant-texts.ts";

const failure = "Failed to load whether assistants may read";

/** Whether assistants may read the organization, and how one is connected. */
export function Assistants() {
  const query = useQuery({ ...assistantsQuery, ...useLiveOptions() });
  const { data, isLoadingError } = query;
  const [dialog, open] = useDialog();
  const mayManage = useMay("manageOrganization");
  const change = data && mayManage && (
    <Button
      onClick={() =>
        open((close) =>
          data.mayRead ? (
            <SwitchOffDialog assistants={data} onClose={close} />
          ) : (
            <SwitchOnDialog assistants={data} onClose={close} />
          ),
        )
      }
    >
      {data.mayRead ? "Switch off…" : "Switch on…"}
    </Button>
  );
  return (
    <Section heading="Assistants" action={change}>
      <StaleNotice title={failure} query={query} />
      {isLoadingError ? (
        <LoadFailure title={failure} query={query} />
      ) : (
        <div className="grid gap-4 p-4" aria-busy={data === undefined}>
          {data ? (
            <State assistants={data} mayManage={mayManage} />
          ) : (
            <Skeleton className="my-0.5 h-4 w-80 max-w-full" />
          )}
          <WhatTheyRead />
          {data?.mayRead && <Connect mayManage={mayManage} />}
          {data && data.used.length > 0 && <LastUse used={data.used} />}
        </div>
      )}
      {dialog}
    </Section>
  );
}

function State({ assistants, mayManage }: { assistants: Switch; mayManage: boolean }) {
  return (
    <p className="max-w-prose">
      {assistants.mayRead ? (
        <>
          Assistants <strong className="font-medium">may read</strong> this organization.
        </>
      ) : (
        <>
          Assistants are <strong className="font-medium">off</strong>, so each of their calls is refused.
        </>
      )}
      {!mayManage && " An admin of the organization can switch this."}
    </p>
  );
}

/** How an editor is connected. First comes what the person can do without others. */
function Connect({ mayManage }: { mayManage: boolean }) {
  return mayManage ? (
    <>
      <WithToken />
      <Fold title="As yourself, without a token">
        <AsYourself />
      </Fold>
    </>
  ) : (
    <>
      <AsYourself />
      <Fold title="With a token, which an admin creates">
        <WithToken />
      </Fold>
    </>
  );
}

/** The token is in a variable, because files are shared. */
function WithToken() {
  const { apiUrl } = config();
  return (
    <>
      <CodeBlock title="Address" code={assistantsAddress(apiUrl)} />
      <CodeBlock title="mcp.json of an editor, with the token in SHARDWATCH_TOKEN" code={editorJob(apiUrl)} />
    </>
  );
}

function AsYourself() {
  return (
    <>
      <p className="max-w-prose">
        The editor starts the command line, which is signed in as you. It reads what your role may read.
      </p>
      <CodeBlock title="mcp.json with the command line" code={terminalJob()} />
    </>
  );
}

/** The last use of each tool. Use by people is in the audit alone. */
function LastUse({ used }: Pick<Switch, "used">) {
  return (
    <div className="grid gap-2">
      <h3 className="font-medium">Last use with a token</h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        {used.map(({ tool, at }) => (
          <div key={tool} className="contents">
            <dt className="text-muted wrap-anywhere">{toolText(tool)}</dt>
            <dd>
              <TimeAgo date={at} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
