import { Inbox, type LucideIcon } from "lucide-react";
import { Notice, type NoticeProps } from "./Notice.tsx";

/** Says that there is nothing, and what to do about it. */
export function EmptyState({ icon = Inbox, ...rest }: Omit<NoticeProps, "icon"> & { icon?: LucideIcon }) {
  return <Notice icon={icon} {...rest} />;
}
