import { IconApps, IconFlag, IconLogin2, IconRocket, IconSettings } from "@tabler/icons-react";
import type { Place } from "./pages";

const HOME = "/dashboard/admin";

/** The pages of those who run the service. */
export const ADMINISTRATION: Place = {
  kind: "Administration",
  name: "Administration",
  pages: [
    {
      href: HOME,
      label: "Abuse reports",
      icon: IconFlag,
      key: "r",
      words: "triage queue phishing spam malware suspend ban admin",
      isExact: true,
    },
    { href: `${HOME}/projects`, label: "All projects", icon: IconApps, key: "p", words: "suspend ban status admin" },
    {
      href: `${HOME}/sign-ins`,
      label: "Sign-ins",
      icon: IconLogin2,
      key: "s",
      words: "reliability success rate latency failures admin",
    },
    { href: `${HOME}/deploys`, label: "Deploys", icon: IconRocket, key: "d", words: "builds processes crashes admin" },
    {
      href: `${HOME}/settings`,
      label: "Settings",
      icon: IconSettings,
      key: "e",
      words: "smtp mail server sign-up audit retention ai limits variables operator admin",
    },
  ],
  back: { href: "/dashboard", label: "Dashboard" },
};
