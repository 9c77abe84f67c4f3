import type { z } from "zod";

/**
 * Says how a value differs from its schema as the messages of our schemas do, in words that follow the name of a field:
 * `must be at least 1`. It is the `error` option of a parse; a schema's own message comes first. Sign-in's wire keeps
 * the sentences of zod, which its clients know.
 */
export const sayDifference: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.map(String).join(", ")}`;
    case "too_small":
      return sizeOf(issue, issue.minimum, issue.inclusive === false ? "more than" : "at least");
    case "too_big":
      return sizeOf(issue, issue.maximum, issue.inclusive === false ? "less than" : "at most");
    case "unrecognized_keys":
      return `has no field ${issue.keys.map((key) => JSON.stringify(key.slice(0, 64))).join(", ")}`;
    case "invalid_format":
      return FORMATS[issue.format] ? `must be ${FORMATS[issue.format]}` : `must match ${issue.pattern ?? issue.format}`;
    case "invalid_union":
      return "must have one of the documented forms";
    default:
      return "isn't valid";
  }
};

/** Parses as `safeParse` does, and tells differences in the sentences of this file. */
export function readAs<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  return schema.safeParse(value, { error: sayDifference });
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};

const FORMATS: Readonly<Record<string, string>> = {
  email: "an email address",
  url: "a URL",
  datetime: "a time such as 2026-01-31T12:00:00Z",
  date: "a date such as 2026-01-31",
};

interface Sized {
  origin: string;
  exact?: boolean;
}

function sizeOf({ origin, exact }: Sized, limit: number | bigint, words: string): string {
  const unit = UNITS[origin];
  if (!unit) return `must be ${exact ? "" : `${words} `}${limit}`;
  if (words === "at least" && limit === 1 && !exact) return "must not be empty";
  return `must have ${exact ? "exactly" : words} ${limit} ${unit}${Number(limit) === 1 ? "" : "s"}`;
}

const UNITS: Readonly<Record<string, string>> = {
  string: "character",
  array: "item",
};
