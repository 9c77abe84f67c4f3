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
    // A verb may take the fields of a form as parts of one input.
    const name = path.split(".").find((part) => fields.some((field) => field.name === part));
    return name === undefined ? [] : [[name, details.length === 1 ? message : reason] as const];
  });
  return { faults: Object.fromEntries(found.toReversed()), message: found.length > 0 ? null : message };
}
