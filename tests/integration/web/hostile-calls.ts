import type { ActionCase } from "./action-cases";

/** A call of an action in which one argument or one field of its form differs from a page's own. */
export interface HostileCall {
  /** Such as `a number as argument 1`. */
  kind: string;
  given: unknown[];
  /** The argument that names the organisation is the hostile one. */
  isOfOrganisation: boolean;
  /** A condition with this value would be true of more rows, such as a neighbour's. */
  isWider: boolean;
}

const WIDER: readonly string[] = ["undefined", "a filter of Prisma"];
const LONG_TEXT = "x".repeat(200_000);

/** Values that no argument of any action takes. */
const VALUES: Readonly<Record<string, unknown>> = {
  undefined: undefined,
  "a filter of Prisma": { not: "" },
  "an array": ["x"],
  "a number": 7,
  "a text of 200,000 characters": LONG_TEXT,
};

type Fields = Record<string, string>;

/** Forms in which one field is missing, too long, of another kind or there twice. */
const FORMS: Readonly<Record<string, (fields: Fields, field: string) => FormData>> = {
  nothing: (fields, field) => {
    const form = formOf(fields);
    form.delete(field);
    return form;
  },
  "a text of 200,000 characters": (fields, field) => formOf({ ...fields, [field]: LONG_TEXT }),
  "a file": (fields, field) => formOf({ ...fields, [field]: new Blob(["x"]) }),
  "two values": (fields, field) => {
    const form = formOf(fields);
    form.append(field, fields[field] ?? "");
    return form;
  },
};

const OF_FORM = { isOfOrganisation: false, isWider: false };

/** Returns the arguments of a call that an action accepts. */
export function argumentsOf({ given, form }: ActionCase): unknown[] {
  return form ? [...given, null, formOf(form)] : given;
}

/** Returns every hostile variant of a call that an action accepts. */
export function hostileCallsOf({ given, form, optional = [], mayLack = [], isOfAccount }: ActionCase): HostileCall[] {
  const calls: HostileCall[] = [];
  for (const [kind, value] of Object.entries(VALUES)) {
    for (const place of given.keys()) {
      if (value === undefined && optional.includes(place)) continue;
      calls.push({
        kind: `${kind} as argument ${place}`,
        given: argumentsOf({ given: given.with(place, value), ...(form && { form }) }),
        isOfOrganisation: place === 0 && !isOfAccount,
        isWider: WIDER.includes(kind),
      });
    }
    if (form) calls.push({ kind: `${kind} as the form`, given: [...given, null, value], ...OF_FORM });
  }
  for (const field of Object.keys(form ?? {})) {
    for (const [kind, make] of Object.entries(FORMS)) {
      if (kind === "nothing" && mayLack.includes(field)) continue;
      const hostile = [...given, null, make(form ?? {}, field)];
      calls.push({ kind: `${kind} as the field ${field}`, given: hostile, ...OF_FORM });
    }
  }
  return calls;
}

function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
