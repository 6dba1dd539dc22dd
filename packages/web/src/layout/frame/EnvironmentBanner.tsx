import { config } from "../../lib/settings/config.ts";

const words = { local: "Local", preview: "Preview", production: undefined } as const;

/** Names the environment, unless it is production. */
export function EnvironmentBanner() {
  const word = words[config().environment];
  if (!word) return null;
  return (
    <p
      role="note"
      aria-label="Environment"
      className="bg-warn-soft py-0.5 text-center text-xs font-medium text-warn"
    >
      {word}
    </p>
  );
}
