import { Mail } from "lucide-react";
import { Card } from "../../layout/public/Card.tsx";
import { paths } from "../../lib/address/paths.ts";
import { buttonClass } from "../../ui/form/Button.tsx";

/** Replaces the form after a successful sign-up. */
export function AlmostThere({ email, returnTo }: { email: string; returnTo: string | undefined }) {
  return (
    <Card heading="You're almost there">
      <div className="flex items-start gap-3">
        <Mail aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
        <p>
          Check your email at <span className="font-medium wrap-anywhere">{email}</span> and open the link to
          activate your account. Then reload this page and sign in.
        </p>
      </div>
      {/* A reload: the sign-in screen then checks whether the activation has opened a session. */}
      <a href={paths.login(returnTo)} className={buttonClass({ look: "primary", size: "large" })}>
        Reload and sign in
      </a>
    </Card>
  );
}
