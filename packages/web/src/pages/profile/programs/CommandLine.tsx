import { config } from "../../../lib/settings/config.ts";
import { Section } from "../../../ui/section/Section.tsx";
import { CodeBlock } from "../../../ui/text/CodeBlock.tsx";
import { firstLines } from "./assistant-texts.ts";

/** How a person begins in a terminal. */
export function CommandLine() {
  return (
    <Section heading="Command line">
      <div className="grid gap-4 p-4">
        <p className="max-w-prose">
          <code>shardwatch</code> shows in a terminal what the screens show, as yourself. Pages offer their
          command as “Copy command”. It comes with Shardwatch: docs/command-line.md says how to install it.
        </p>
        <CodeBlock title="Sign in, and list deployments" code={firstLines(config().apiUrl)} />
      </div>
    </Section>
  );
}
