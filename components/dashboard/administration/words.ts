import type { Resolution, Severity } from "@/lib/services/abuse-reports/resource";

export const SEVERITY_WORDS: Record<Severity, string> = {
  csam: "Child abuse",
  malware: "Malware",
  phishing: "Phishing",
  spam: "Spam",
  tos: "Terms",
  other: "Other",
};

/** The resolutions with the keys that choose them. */
export const RESOLUTION_CHOICES: readonly { value: Resolution; label: string; text: string; key: string }[] = [
  { value: "no_action", label: "No action", text: "Nothing is wrong.", key: "1" },
  { value: "warned", label: "Warned", text: "You told the organisation yourself.", key: "2" },
  { value: "suspended", label: "Suspend", text: "No one can sign in. You can lift it here.", key: "3" },
  { value: "banned", label: "Ban", text: "As suspend, and lifted on the command line only.", key: "4" },
];

export const RESOLUTION_WORDS: Record<Resolution, string> = {
  no_action: "No action",
  warned: "Warned",
  suspended: "Suspended",
  banned: "Banned",
};
