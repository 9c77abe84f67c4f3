import { defineList, type QueryOf } from "@/components/ui/lists/define-list";

/** Periods that end now. */
const PERIODS = [
  { id: "24-hours", label: "24 hours", hours: 24 },
  { id: "7-days", label: "7 days", hours: 7 * 24 },
  { id: "30-days", label: "30 days", hours: 30 * 24 },
] as const;

const HOUR_MS = 3_600_000;

export const EVENT_LIST = defineList({
  noun: "event",
  search: {
    name: "about",
    label: "Find events",
    placeholder: "Email, request ID, user ID or IP address",
    maxLength: 254,
  },
  filters: [
    {
      name: "outcome",
      choices: [
        { id: "refused", label: "Refused" },
        { id: "accepted", label: "Accepted" },
      ],
    },
    { name: "what", menu: "Type" },
    { name: "reason", menu: "Reason" },
    { name: "method", menu: "Method" },
    { name: "when", choices: PERIODS },
    { name: "live", choices: [{ id: "on", label: "Live" }] },
  ],
  also: ["range"],
});

const CLIENT_ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f:]*:[0-9a-f:]+)$/i;

/** Returns the filter of the log that a query asks for; the form of the typed text tells its kind. */
export function eventFilterOf({ about, what, outcome, reason, method, when }: QueryOf<typeof EVENT_LIST>, now: Date) {
  const period = PERIODS.find(({ id }) => id === when);
  return {
    ...(about && { [subjectOf(about)]: about }),
    ...(what && { [what.includes(".") ? "kind" : "group"]: what }),
    ...(outcome && { outcome }),
    ...(reason && { reason }),
    ...(method && { method }),
    ...(period && { since: new Date(now.getTime() - period.hours * HOUR_MS) }),
  };
}

function subjectOf(text: string): "email" | "userId" | "address" | "requestId" {
  if (text.includes("@")) return "email";
  if (text.startsWith("usr_")) return "userId";
  return CLIENT_ADDRESS.test(text) ? "address" : "requestId";
}
