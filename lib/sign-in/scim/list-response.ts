import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";

export const MAX_RESULTS = 200;
const DEFAULT_RESULTS = 100;
const MAX_START = 10_000_000;

const Whole = z.string().regex(/^-?\d{1,9}$/, { message: "must be a whole number" });

/** The query of lists and answers; other parameters are ignored, since directories add their own. */
export const ScimQuery = z.object({
  filter: z.string().optional(),
  startIndex: Whole.optional(),
  count: Whole.optional(),
  attributes: z.string().max(4_096).optional(),
  excludedAttributes: z.string().max(4_096).optional(),
});
export type ScimQuery = z.infer<typeof ScimQuery>;

/** Throws `invalid_request`. */
export function readScimQuery(parameters: URLSearchParams): ScimQuery {
  const result = ScimQuery.safeParse(Object.fromEntries(parameters));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.join(".") ?? "query";
  throw new ServiceError("invalid_request", `${path}: ${issue?.message ?? "isn't valid"}`);
}

/** Returns the first index and how many are wanted (RFC 7644 section 3.4.2.4): too small a number counts as the least. */
export function pageOf({ startIndex, count }: ScimQuery): { startIndex: number; count: number } {
  const wanted = count === undefined ? DEFAULT_RESULTS : Math.max(0, Number(count));
  return {
    startIndex: Math.min(MAX_START, Math.max(1, Number(startIndex ?? 1))),
    count: Math.min(MAX_RESULTS, wanted),
  };
}

export function listOf(resources: object[], page: { totalResults: number; startIndex: number }) {
  const { totalResults, startIndex } = page;
  return {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
