import { totalmem } from "node:os";
import { z } from "zod";

const MEBIBYTE = 1_048_576;

export interface FunctionSettings {
  /** The operator's own command that keeps functions apart; `null` means the way that the machine offers. */
  sandbox: string | null;
  /** The limits of all functions together. */
  memoryBytes: number;
  /** Names of header fields of answers that the operator lets pass; one that ends with `*` is a prefix. */
  headers: readonly string[];
}

const HeaderNames = z
  .string()
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  )
  .refine(
    (names) => names.every((name) => /^x-[a-z0-9-]*\*?$/.test(name)),
    "must be names that begin with x-, or x-…*",
  );

export const FunctionVariables = z.object({
  COPPICE_FUNCTIONS_SANDBOX: z.string().trim().min(1).optional(),
  COPPICE_FUNCTIONS_HEADERS: HeaderNames.optional(),
  COPPICE_FUNCTIONS_MEMORY: z.coerce.number("must be a number of MiB").int().min(128).optional(),
});

/** Functions get a quarter of the machine's memory unless the operator says otherwise. */
export function functionsOf(variables: z.infer<typeof FunctionVariables>): FunctionSettings {
  const { COPPICE_FUNCTIONS_SANDBOX: sandbox = null, COPPICE_FUNCTIONS_MEMORY: mebibytes } = variables;
  const memoryBytes = mebibytes === undefined ? Math.floor(totalmem() / 4) : mebibytes * MEBIBYTE;
  return { sandbox, memoryBytes, headers: variables.COPPICE_FUNCTIONS_HEADERS ?? [] };
}
