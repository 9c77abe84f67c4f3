import { oneLineName } from "@/lib/core/names";
import type { MailKind } from "../messages";
import { MESSAGES, type MessageKey } from "../words";
import type { MailPlaceholder, PlaceholderName } from "./resource";

/** The mails that a project's users get. Those to members of an organisation are the service's own. */
export const TEMPLATE_KINDS = [
  "sign-in",
  "email-verification",
  "password-reset",
  "account-exists",
  "account-locked",
  "change-email-confirmation",
  "change-email-verification",
  "email-changed",
  "password-changed",
  "password-set",
  "account-created",
  "passkey-added",
  "passkey-removed",
  "two-factor-enabled",
  "two-factor-disabled",
  "account-linked",
] as const satisfies readonly MailKind[];
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** Texts that warn the reader or explain a step stay in the service's words. */
const FIXED = /\.(?:warning|other-browser)$/;

/** Returns the names of the texts that a project may have of its own, such as `subject`, `intro` and `action`. */
export function textNames(kind: TemplateKind): string[] {
  const keys = Object.keys(MESSAGES.en).filter((key) => key.startsWith(`${kind}.`) && !FIXED.test(key));
  return keys.map((key) => key.slice(kind.length + 1));
}

export function messageKey(kind: TemplateKind, name: string): MessageKey {
  return `${kind}.${name}` as MessageKey;
}

const MEANINGS: Record<PlaceholderName, string> = {
  appName: "the name of the app",
  newEmail: "the new email address",
  provider: "the provider, such as Google",
  passkeyName: "the passkey's name",
  duration: "how long, such as 10 minutes",
};

/** Returns the placeholders of a text. The app's name may be left out; the facts that the email reports may not. */
export function placeholdersOf(kind: TemplateKind, name: string): MailPlaceholder[] {
  const standard = MESSAGES.en[messageKey(kind, name)];
  const given = [...standard.matchAll(/\{(\w+)\}/g)].map(([, found]) => (found === "brand" ? "appName" : found));
  const names = [...new Set(["appName", ...given])] as PlaceholderName[];
  return names.map((found) => ({
    name: found,
    meaning: MEANINGS[found],
    isRequired: found !== "appName",
  }));
}

/** Returns a text of the service as a project would write it: `{{appName}}` in place of `{brand}`. */
export function asTemplate(message: string): string {
  return message.replace(/\{(\w+)\}/g, (_, name: string) => `{{${name === "brand" ? "appName" : name}}}`);
}

export function longestOf(name: string): number {
  if (name === "subject") return 120;
  return name === "intro" || name.endsWith("named") ? 600 : 60;
}

const PLACEHOLDER = /\{\{(\w+)\}\}/g;
/** The texts of which mail programs make links. */
const LINK = /:\/\/|\bwww\.|[a-z0-9]\.[a-z]{2,}/i;

/** Returns the fault of a text, as a sentence; `null` for nothing. */
export function textProblem(kind: TemplateKind, name: string, text: string): string | null {
  const longest = longestOf(name);
  if (!oneLineName(longest).safeParse(text).success) return `Must be 1 to ${longest} visible characters on one line.`;
  const known = placeholdersOf(kind, name);
  const list = known.map((each) => `{{${each.name}}}`).join(", ");
  const used = [...text.matchAll(PLACEHOLDER)].map(([, found]) => found);
  const unknown = used.find((found) => !known.some((each) => each.name === found));
  if (unknown !== undefined) return `{{${unknown}}} is no placeholder of this text. It can have ${list}.`;
  if (/[{}]/.test(text.replace(PLACEHOLDER, ""))) return `Braces are for placeholders alone: ${list}.`;
  const missing = known.find((each) => each.isRequired && !used.includes(each.name));
  if (missing) return `Must hold {{${missing.name}}}: ${missing.meaning}.`;
  if (LINK.test(text)) return "Can't hold an address: the button is the email's only link.";
  return null;
}
