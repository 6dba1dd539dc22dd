import { mailsLinks } from "../../lib/settings/config.ts";
import { Fold } from "../../ui/section/Fold.tsx";
import { CodeBlock } from "../../ui/text/CodeBlock.tsx";
import { MailedLink } from "./MailedLink.tsx";

const command = "shardwatch-server link you@example.com";

/** How to get a link: by mail, or from those who run this installation. `hasAnother`: whether it is a second way in. */
export function NewLink({ hasAnother = false }: { hasAnother?: boolean }) {
  if (!mailsLinks())
    return (
      <div className="grid gap-3">
        <Command question={hasAnother ? "No passkey on this device? " : ""} />
      </div>
    );
  return (
    <>
      <MailedLink isSecond={hasAnother} />
      <div className="text-sm">
        <Fold title="No email?">
          <Command question="" />
        </Fold>
      </div>
    </>
  );
}

function Command({ question }: { question: string }) {
  return (
    <>
      <p className="text-muted">
        {question}The people who run Shardwatch make you a link. It works once, for 15 minutes:
      </p>
      <CodeBlock title="On the server" code={command} />
      <CodeBlock title="With Compose" code={`docker compose exec server ${command}`} />
    </>
  );
}
