import { type Filter, parse } from "scim2-parse-filter";
import { ServiceError } from "@/lib/core/errors";

const MAX_LENGTH = 2_048;
const MAX_COMPARISONS = 20;
/** Brackets and `not`, counted before parsing: the parser calls itself for each. */
const MAX_NESTED = 16;

/** Returns a filter (RFC 7644 section 3.4.2.2) that is neither long nor deep. Throws `invalid_filter`. */
export function readFilter(text: string): Filter {
  if (text.length > MAX_LENGTH) throw invalidFilter(`A filter can have ${MAX_LENGTH} characters.`);
  const outside = text.replace(/"(?:[^"\\]|\\.)*"/gs, '""');
  if ((outside.match(/[([]|\bnot\b/gi) ?? []).length > MAX_NESTED)
    throw invalidFilter("The filter is nested too deep.");
  if ((outside.match(/\b(?:and|or)\b/gi) ?? []).length >= MAX_COMPARISONS) {
    throw invalidFilter(`A filter can compare ${MAX_COMPARISONS} times.`);
  }
  try {
    return parse(text);
  } catch (cause) {
    throw new ServiceError("invalid_filter", "The filter can't be read.", { cause });
  }
}

export function invalidFilter(message: string): ServiceError {
  return new ServiceError("invalid_filter", message);
}
