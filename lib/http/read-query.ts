import type { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { readAs } from "@/lib/core/input-sentences";
import { invalidInput } from "./read-body";
import { requireNoQuery } from "./request-facts";

/** Returns the checked query of a route that takes one. Throws `invalid_request`, which names the parameter. */
export function readQuery(url: string, schema: z.ZodObject | undefined): Record<string, unknown> {
  if (!schema) {
    requireNoQuery(url);
    return {};
  }
  const given = [...new URL(url).searchParams];
  const names = given.map(([name]) => name);
  const repeated = names.find((name, i) => names.indexOf(name) !== i)?.slice(0, 64);
  if (repeated !== undefined) {
    const details = [{ path: repeated, message: "is given twice" }];
    throw new ServiceError("invalid_request", `The query parameter ${JSON.stringify(repeated)} is given twice.`, {
      details,
    });
  }
  const result = readAs(schema, Object.fromEntries(given));
  if (!result.success) throw invalidInput(result.error, schema, "query");
  return result.data;
}
