import type { WebConfig } from "@shardwatch/core/contract/config";
import { config } from "../../lib/settings/config.ts";
import { Button } from "../../ui/form/Button.tsx";

interface DemoLoginsProps {
  /** Whether somebody is being signed in. */
  busy: boolean;
  onChoose: (credentials: { email: string; password: string }) => void;
}

/** The people of the demo, where the configuration names them: on one machine. One press signs in. */
export function DemoLogins({ busy, onChoose }: DemoLoginsProps) {
  // The first script has not checked this part of the configuration.
  const logins = (config() as Partial<WebConfig>).features?.demoLogins;
  if (!logins) return null;
  const { password, people } = logins;
  return (
    <section aria-label="People of the demo" className="grid min-w-0 gap-2 rounded-lg border border-line p-3">
      <p className="text-sm text-muted">
        People of the demo, with the password{" "}
        <span className="font-medium whitespace-nowrap text-ink">{password}</span>
      </p>
      <ul className="-mx-2.5 grid min-w-0 gap-1">
        {people.map(({ email, what }) => (
          <li key={email} className="min-w-0">
            <Button
              emphasis="quiet"
              aria-disabled={busy}
              onClick={() => onChoose({ email, password })}
              className="h-auto! min-h-8 w-full flex-wrap justify-start! gap-x-2! gap-y-0! py-1 text-left whitespace-normal! max-md:min-h-11"
            >
              <span className="font-medium text-ink">{email}</span>
              <span>{what}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
