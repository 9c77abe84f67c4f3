import { totalmem } from "node:os";
import { z } from "zod";

const MEBIBYTE = 1_048_576;

export interface FunctionSettings {
  /** The operator's own command that keeps functions apart; `null` means what the machine offers. */
  sandbox: string | null;
  /** What all functions together may use. */
  memoryBytes: number;
}

export const FunctionVariables = z.object({
  COPPICE_FUNCTIONS_SOCKET: z.string().min(1).optional(),
  COPPICE_FUNCTIONS_SANDBOX: z.string().trim().min(1).optional(),
  COPPICE_FUNCTIONS_MEMORY: z.coerce.number("must be a number of MiB").int().min(128).optional(),
});

/** Functions get a quarter of the machine's memory unless the operator says otherwise. */
export function functionsOf(variables: z.infer<typeof FunctionVariables>): FunctionSettings {
  const { COPPICE_FUNCTIONS_SANDBOX: sandbox = null, COPPICE_FUNCTIONS_MEMORY: mebibytes } = variables;
  return { sandbox, memoryBytes: mebibytes === undefined ? Math.floor(totalmem() / 4) : mebibytes * MEBIBYTE };
}
