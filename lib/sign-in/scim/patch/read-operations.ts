import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { invalidSyntax, invalidValue } from "../schema/refusals";

export interface Operation {
  op: "add" | "replace" | "remove";
  path: string | null;
  value: unknown;
}

const MAX_OPERATIONS = 1_000;

const PatchBody = z.object({
  operations: z
    .array(
      z.looseObject({ op: z.string().max(16), path: z.string().max(1_024).nullish(), value: z.unknown().optional() }),
    )
    .min(1)
    .max(MAX_OPERATIONS),
});

/** Returns the operations of a PATCH (RFC 7644 section 3.5.2), whose `op` is in any case. Throws `invalid_json`, `invalid_request`. */
export function readOperations(body: object): Operation[] {
  // Some directories write the name of the field in lower case.
  const operations = Object.entries(body).find(([name]) => name.toLowerCase() === "operations")?.[1];
  const result = PatchBody.safeParse({ operations });
  if (!result.success) throw invalidValue("Operations", `must be 1 to ${MAX_OPERATIONS} operations`);
  return result.data.operations.map(({ op: given, path, value }, index) => {
    const op = given.toLowerCase();
    if (op !== "add" && op !== "replace" && op !== "remove") {
      throw invalidSyntax(`Operations.${index}.op`, "must be add, replace or remove");
    }
    if (op === "remove" && !path) throw new ServiceError("no_target", "An operation that removes needs a path.");
    if (op !== "remove" && value === undefined) throw invalidValue(`Operations.${index}.value`, "is missing");
    return { op, path: path || null, value };
  });
}
