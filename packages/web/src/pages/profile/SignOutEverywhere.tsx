import { LogOut } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { openIdName, passkeyPlace } from "../../lib/settings/config.ts";
import { signOutEverywhere } from "../../session/sign-out.ts";
import { Button } from "../../ui/form/Button.tsx";
import { Section } from "../../ui/section/Section.tsx";

const ConfirmDialog = lazy(async () => ({
  default: (await import("../../ui/popup/ConfirmDialog.tsx")).ConfirmDialog,
}));

/** Ends all sessions of the person, after a confirmation. */
export function SignOutEverywhere() {
  const [asking, setAsking] = useState(false);
  return (
    <Section heading="Sessions">
      <div className="grid justify-items-start gap-4 p-4">
        <p className="text-sm text-muted">
          Sign out of Shardwatch in every browser and command line, for example if you're still signed in
          somewhere else.
        </p>
        <Button onClick={() => setAsking(true)}>
          <LogOut aria-hidden className="size-3.5" />
          Sign out everywhere
        </Button>
      </div>
      {asking && (
        <Suspense>
          <ConfirmDialog
            title="Sign out everywhere"
            verb="Sign out"
            pending="Signing out…"
            failure="Failed to sign out everywhere"
            onConfirm={signOutEverywhere}
            onClose={() => setAsking(false)}
          >
            <p>You'll be signed out of Shardwatch in this browser, in all others and in command lines.</p>
            <Advice />
          </ConfirmDialog>
        </Suspense>
      )}
    </Section>
  );
}

/** What remains: the provider's own sign-in in other browsers. */
function Advice() {
  const name = openIdName();
  if (passkeyPlace() !== undefined)
    return (
      <p>Links that wait to be opened end, too. Passkeys stay: remove those that aren't yours any more.</p>
    );
  if (name !== undefined)
    return (
      <p>
        Other browsers may still be signed in to {name} and can get back in from there. If somebody else uses
        one of them, sign out there or ask your administrator to end your sessions.
      </p>
    );
  return (
    <p>
      Browsers idle for more than 15 minutes may still be signed in to Redis Cloud and can get back in without
      a password. To prevent that, change your Redis Cloud password.
    </p>
  );
}
