import type { User } from "@shardwatch/core/contract/people/user";
import { KeyRound } from "lucide-react";
import { useEffect } from "react";
import { useForm } from "../../lib/use-form.ts";
import { preloadPasskeys, signInByPasskey } from "../../session/passkey.ts";
import { Button, type ButtonStyle } from "../../ui/form/Button.tsx";
import { Problem } from "../../ui/state/Problem.tsx";

interface PasskeyButtonProps extends ButtonStyle {
  onSignedIn: (user: User) => unknown;
}

/** Signs in with a passkey. Why that failed is below it. */
export function PasskeyButton({ onSignedIn, emphasis = "primary", size = "large" }: PasskeyButtonProps) {
  useEffect(preloadPasskeys, []);
  const form = useForm({
    initial: {},
    send: async () => await onSignedIn(await signInByPasskey()),
    after: "kept",
  });
  return (
    <div className="grid gap-3">
      <Button emphasis={emphasis} size={size} aria-disabled={form.busy || undefined} onClick={form.submit}>
        <KeyRound aria-hidden className="size-4 shrink-0" />
        {form.busy ? "Waiting for your passkey…" : "Sign in with a passkey"}
      </Button>
      <Problem problem={form.problem} />
    </div>
  );
}
