import { Inbox, type LucideIcon } from "lucide-react";
import { Notice, type NoticeProps } from "./Notice.tsx";

/** Says that there are no entries, and what to do. */
export function EmptyState({ icon = Inbox, ...rest }: Omit<NoticeProps, "icon"> & { icon?: LucideIcon }) {
  return <Notice icon={icon} {...rest} />;
}
