import { defineList, type QueryOf } from "@/components/ui/lists/define-list";
import { SOURCE_NAMES } from "./source-names";

/** Periods that end now. */
const PERIODS = [
  { id: "15-minutes", label: "15 minutes", minutes: 15 },
  { id: "1-hour", label: "1 hour", minutes: 60 },
  { id: "24-hours", label: "24 hours", minutes: 24 * 60 },
] as const;

const MINUTE_MS = 60_000;

export const LOG_LIST = defineList({
  noun: "entry",
  plural: "entries",
  search: {
    name: "text",
    label: "Find entries",
    placeholder: "Request ID, user ID, operation, error code or message",
    maxLength: 200,
  },
  filters: [
    { name: "source", choices: Object.entries(SOURCE_NAMES).map(([id, { plural }]) => ({ id, label: plural })) },
    {
      name: "level",
      choices: [
        { id: "warning", label: "Warnings and errors" },
        { id: "error", label: "Errors" },
      ],
    },
    {
      name: "status",
      menu: "Status",
      choices: [
        { id: "2xx", label: "2xx success" },
        { id: "3xx", label: "3xx redirect" },
        { id: "4xx", label: "4xx refused" },
        { id: "5xx", label: "5xx failed" },
      ],
    },
    { name: "when", choices: PERIODS },
    { name: "live", choices: [{ id: "on", label: "Live" }] },
  ],
});

/** Returns the filter of the log that a query asks for. */
export function logFilterOf({ text, source, level, status, when }: QueryOf<typeof LOG_LIST>, now: Date) {
  const period = PERIODS.find(({ id }) => id === when);
  return {
    ...(text && { text }),
    ...(source && { source }),
    ...(level && { level }),
    ...(status && { status }),
    ...(period && { since: new Date(now.getTime() - period.minutes * MINUTE_MS) }),
  };
}
