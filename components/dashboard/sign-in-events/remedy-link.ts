import type { ListedSecurityEvent } from "@/lib/sign-in/events/resource";

export type Remedy = NonNullable<ListedSecurityEvent["remedy"]>;

/** Remedies that are a page of the project, or a part of one. */
const PAGES: Partial<Record<Remedy, { path: string; label: string }>> = {
  methods: { path: "/methods#methods", label: "Methods" },
  "sign-up": { path: "/methods#methods", label: "Methods" },
  providers: { path: "/methods#providers", label: "Providers" },
  origins: { path: "/methods#addresses", label: "Allowed origins" },
  limits: { path: "/settings#limits", label: "Limits" },
  sender: { path: "/mail/domain", label: "Sender domain" },
  keys: { path: "/keys", label: "Keys" },
};

/** Returns the link that leads to a remedy; `null` where there is none, or where it is a button. */
export function remedyLink(
  home: string,
  remedy: Remedy | null,
  userId: string | null,
): { href: string; label: string } | null {
  if (remedy === null) return null;
  if (remedy === "two-factor") {
    return userId === null ? null : { href: `${home}/users/${userId}#factors`, label: "Two-step verification" };
  }
  const page = PAGES[remedy];
  return page ? { href: `${home}${page.path}`, label: page.label } : null;
}
