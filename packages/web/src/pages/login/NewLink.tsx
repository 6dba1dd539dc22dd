import { CodeBlock } from "../../ui/text/CodeBlock.tsx";

const command = "shardwatch-server link you@example.com";

/** How those who run this installation make a link, ready to copy. `hasAnother`: whether it is a second way in. */
export function NewLink({ hasAnother = false }: { hasAnother?: boolean }) {
  return (
    <div className="grid gap-3">
      <p className="text-muted">
        {hasAnother && "No passkey on this device? "}Whoever runs Shardwatch makes a link there. It works
        once, for 15 minutes:
      </p>
      <CodeBlock title="On the server" code={command} />
      <CodeBlock title="With Compose" code={`docker compose exec server ${command}`} />
    </div>
  );
}
