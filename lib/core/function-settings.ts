import { z } from "zod";
import { machineMemory } from "./machine-memory";

const MEBIBYTE = 1_048_576;
const LEAST_MEBIBYTES = 128;

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
  COPPICE_FUNCTIONS_MEMORY: z.coerce.number("must be a number of MiB").int().min(LEAST_MEBIBYTES).optional(),
});

/** Functions get a quarter of the machine's memory, or of the container's, unless the operator says otherwise. */
export function functionsOf(variables: z.infer<typeof FunctionVariables>): FunctionSettings {
  const { COPPICE_FUNCTIONS_SANDBOX: sandbox = null, COPPICE_FUNCTIONS_MEMORY: mebibytes } = variables;
  const share = Math.max(Math.floor(machineMemory() / 4), LEAST_MEBIBYTES * MEBIBYTE);
  const memoryBytes = mebibytes === undefined ? share : mebibytes * MEBIBYTE;
  return { sandbox, memoryBytes, headers: variables.COPPICE_FUNCTIONS_HEADERS ?? [] };
}
