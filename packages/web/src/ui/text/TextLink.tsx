import type { ComponentProps } from "react";

export const textLinkClass =
  "touch-area inline-flex min-h-6 items-center gap-1.5 text-accent hover:underline";

/** A link that leaves the application, in running text. */
export function TextLink({ className = "", children, ...rest }: ComponentProps<"a">) {
  return (
    <a className={`${textLinkClass} ${className}`} {...rest}>
      {children}
    </a>
  );
}
