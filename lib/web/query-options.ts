import type { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import type { ServedRequest } from "@/lib/http/served-request";

/**
 * Returns the options that a request has as JSON in `options` of its query, together with `place`. Throws
 * `invalid_request`, which names `what` they are the options of.
 */
export function readQueryOptions<Schema extends z.ZodType>(
  request: ServedRequest,
  { schema, place, what }: { schema: Schema; place: object; what: string },
): z.output<Schema> {
  const parsed = schema.safeParse({ ...asObject(new URL(request.url).searchParams.get("options") ?? "{}"), ...place });
  if (!parsed.success) throw new ServiceError("invalid_request", `The options of the ${what} aren't valid.`);
  return parsed.data;
}

function asObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
