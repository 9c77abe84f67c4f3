import type { Form } from "@/lib/web/forms/resource";
import type { Outcome } from "@/lib/web/resource";

interface Refused {
  /** The refusals by field. */
  faults: Readonly<Record<string, string>>;
  /** The refusal of the whole; `null` if fields have it, or nothing was refused. */
  message: string | null;
}

/** Returns the refusals by field; the first one of each counts, and a sole one is told in the refusal's own words. */
export function refusedFields({ fields }: Form, state: Outcome | null): Refused {
  if (!state || state.isDone) return { faults: {}, message: null };
  const { message, details = [] } = state;
  const found = details.flatMap(({ path, message: reason }) => {
    const [name = ""] = path.split(".");
    const words = details.length === 1 ? message : reason;
    return fields.some((field) => field.name === name) ? [[name, words] as const] : [];
  });
  return { faults: Object.fromEntries(found.toReversed()), message: found.length > 0 ? null : message };
}
