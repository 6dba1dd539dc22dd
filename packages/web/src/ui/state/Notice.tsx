import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Foreign } from "../text/Foreign.tsx";

export interface NoticeProps {
  icon: LucideIcon;
  title: string;
  /** The organization that the title is about. */
  scope?: string | undefined;
  children?: ReactNode;
  action?: ReactNode;
  role?: "alert";
  /** Whether the title is the page's heading, for a notice that replaces the whole page. */
  asPage?: boolean;
}

/** Icon, title, one line and one action, in place of content. */
export function Notice({ icon: Icon, title, scope, children, action, role, asPage }: NoticeProps) {
  return (
    <div role={role} className="grid justify-items-center gap-1 px-6 py-16 text-center">
      <span className="mb-3 grid size-10 place-items-center rounded-lg border border-line bg-sunken text-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      {asPage ? (
        <h1 tabIndex={-1} className="text-lg font-semibold">
          <title>{`${title} - Shardwatch`}</title>
          {title}
        </h1>
      ) : (
        <p className="text-lg font-semibold">
          {title}
          {scope !== undefined && (
            <>
              {" in "}
              <Foreign className="wrap-anywhere">{scope}</Foreign>
            </>
          )}
        </p>
      )}
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
