import {
  Bell,
  Building2,
  type LucideIcon,
  ScrollText,
  SquareTerminal,
  User as Person,
  Users,
} from "lucide-react";
import type { User } from "@shardwatch/core/contract/people/user";
import { destinations, mayOpen } from "./navigation.ts";

interface SettingsPage {
  label: string;
  /** The word of the specification for its tab. */
  tab?: string;
  icon: LucideIcon;
  /** Further words that find it. */
  words: string;
}

const pages = destinations<SettingsPage>({
  profilePersonal: {
    label: "You",
    tab: "Personal",
    icon: Person,
    words: "profile passkeys sign out everywhere start page terminal command line",
  },
  profileOrganization: { label: "Organization", icon: Building2, words: "name description" },
  profileMembers: { label: "Members", icon: Users, words: "people invite invitations roles" },
  profileNotifications: { label: "Notifications", icon: Bell, words: "channels webhooks mail" },
  profilePrograms: {
    label: "Programs",
    icon: SquareTerminal,
    words: "api tokens scripts curl prometheus assistants mcp ai terminal",
  },
  profileAudit: { label: "Audit", icon: ScrollText, words: "log history" },
});

/** The pages of the settings that a person may open, for the rail, the tabs and the palette. */
export const settingsFor = (user: User) => pages.filter((page) => mayOpen(user, page));
