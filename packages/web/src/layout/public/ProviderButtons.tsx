import { KeyRound } from "lucide-react";
import type { LoginMethod } from "../../provider/pages.ts";
import { buttonClass } from "../../ui/form/Button.tsx";
import marks from "../provider-marks.svg";

/** The mark of Google or GitHub by their branding rules. It is in a file, so it is no part of the first script. */
function ProviderMark({ of }: { of: "google" | "github" }) {
  return (
    <svg aria-hidden className="size-4.5 shrink-0">
      <use href={`${marks}#${of}`} />
    </svg>
  );
}

const names: Record<LoginMethod, string> = { google: "Google", github: "GitHub", saml: "SSO" };

interface ProviderButtonsProps<Method extends LoginMethod> {
  /** What the links are for, e.g. "Sign in with". */
  verb: string;
  methods: readonly Method[];
  address: (method: Method) => string;
}

/** Other ways than a password. They lead to the provider's pages, so they are links that look like buttons. */
export function ProviderButtons<Method extends LoginMethod>({
  verb,
  methods,
  address,
}: ProviderButtonsProps<Method>) {
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {methods.map((method) => (
          <a
            key={method}
            href={address(method)}
            aria-label={`${verb} ${names[method]}`}
            className={`${buttonClass({ size: "large" })} max-sm:px-1`}
          >
            {method === "saml" ? (
              <KeyRound aria-hidden className="size-4 shrink-0" />
            ) : (
              <ProviderMark of={method} />
            )}
            {names[method]}
          </a>
        ))}
      </div>
    </div>
  );
}
