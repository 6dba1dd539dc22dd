import { type ComponentProps, useEffect, useRef } from "react";
import { CopyButton } from "./CopyButton.tsx";
import { Labelled } from "./Labelled.tsx";

/** Forgets a secret with its page: the browser's back/forward cache would keep it. */
export function useForgetOnLeave(forget: () => void): void {
  useEffect(() => {
    addEventListener("pagehide", forget);
    return () => removeEventListener("pagehide", forget);
  }, [forget]);
}

interface SecretFieldProps extends Omit<ComponentProps<typeof CopyButton>, "text" | "source"> {
  label: string;
  secret: string;
}

/** A secret that is shown once, with the button that copies it. */
export function SecretField({ label, secret, ...copy }: SecretFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Labelled label={label}>
      {(control) => (
        <div className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
          <input
            {...control}
            ref={field}
            readOnly
            value={secret}
            autoComplete="off"
            spellCheck={false}
            onFocus={(event) => event.target.select()}
            className="h-8 min-w-0 rounded-md border border-field bg-sunken px-2.5 font-mono text-sm"
          />
          <CopyButton emphasis="primary" {...copy} text={secret} source={field} />
        </div>
      )}
    </Labelled>
  );
}
