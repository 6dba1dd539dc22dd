import { GitBranch, KeyRound } from "lucide-react";
import type { LoginMethod } from "../provider/pages.ts";
import { buttonClass } from "../ui/Button.tsx";
import { GoogleLetter } from "./GoogleLetter.tsx";

const ways = {
  google: { name: "Google", icon: GoogleLetter },
  github: { name: "GitHub", icon: GitBranch },
  saml: { name: "SSO", icon: KeyRound },
} as const;

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
        {methods.map((method) => {
          const { name, icon: Icon } = ways[method];
          return (
            <a
              key={method}
              href={address(method)}
              aria-label={`${verb} ${name}`}
              className={`${buttonClass({ size: "large" })} max-sm:px-1`}
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              {name}
            </a>
          );
        })}
      </div>
    </div>
  );
}
