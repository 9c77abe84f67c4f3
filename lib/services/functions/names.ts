import { z } from "zod";

/** `secrets` would be taken for the path of a project's secrets. */
const RESERVED: ReadonlySet<string> = new Set(["secrets"]);

/** A function in a path. */
export const FUNCTION_NAME = /^[a-z][a-z0-9-]{0,39}$/;

export const FunctionName = z
  .string()
  .regex(FUNCTION_NAME, "must be 1 to 40 characters of a-z, 0-9 and -, a letter first")
  .refine((name) => !RESERVED.has(name), "is reserved")
  .meta({
    example: "send-receipt",
    form: {
      label: "Name",
      note: "1 to 40 characters: a-z, 0-9 and -",
      maxLength: 40,
      fault: "A name has 1 to 40 characters of a-z, 0-9 and -, a letter first, and isn't secrets.",
    },
  });

/** An environment variable in a path. */
export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** The names that the runtime sets itself. */
const RUNTIME_NAMES = /^(?:DATABASE_URL$|COPPICE_)/i;

export const VariableName = z
  .string()
  .regex(VARIABLE_NAME, "must be 1 to 64 letters, digits and _, no digit first")
  .refine((name) => !RUNTIME_NAMES.test(name), "is set by the service")
  .meta({ example: "STRIPE_KEY" });
