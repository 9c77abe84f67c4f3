export const EVENTS = ["insert", "update", "delete"] as const;
type ChangeEvent = (typeof EVENTS)[number];

export const OPERATORS = ["eq", "neq", "lt", "lte", "gt", "gte", "in", "is"] as const;

/** A condition as its fields hold it. */
export interface DraftCondition {
  id: number;
  column: string;
  op: (typeof OPERATORS)[number];
  value: string;
}

/** The subject of an inspection, and the user through whose eyes it is seen. */
export interface InspectionRequest {
  /** The ID or the email address of a user; `null` for a visitor. */
  user: string | null;
  about: { kind: "changes"; table: string } | { kind: "topic"; topic: string };
  events: readonly ChangeEvent[];
  conditions: readonly DraftCondition[];
}

/** Returns the frame that subscribes, as an app sends it that goes on behind `since`. */
export function subscribeFrame({
  about,
  events,
  conditions,
  since,
}: InspectionRequest & { since: string | null }): object {
  const base = { type: "subscribe", subscriptionId: "inspector", ...about, ...(since !== null && { since }) };
  if (about.kind === "topic") return base;
  const filter = conditions.filter(({ column }) => column.trim() !== "").map(conditionOf);
  return {
    ...base,
    ...(events.length > 0 && events.length < EVENTS.length && { events }),
    ...(filter.length > 0 && { filter }),
  };
}

function conditionOf({ column, op, value }: DraftCondition) {
  return { column: column.trim(), op, value: op === "in" ? value.split(",").map((one) => read(one)) : read(value) };
}

const WORDS: Record<string, unknown> = { true: true, false: false, null: null };

/** The service reads numbers and moments from texts, with all their digits. */
function read(text: string): unknown {
  const trimmed = text.trim();
  return Object.hasOwn(WORDS, trimmed) ? WORDS[trimmed] : trimmed;
}
