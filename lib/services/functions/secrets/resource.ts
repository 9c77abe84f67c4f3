import { createHash } from "node:crypto";
import { z } from "zod";
import { VariableName } from "../names";

/** A secret without its value. */
export const FunctionSecret = z
  .object({
    name: VariableName,
    digest: z.string().meta({
      description: "The first 8 characters of the value's SHA-256 hash, to see whether it is the one you have.",
      example: "9f86d081",
    }),
    updatedAt: z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" }),
  })
  .meta({ id: "FunctionSecret" });
export type FunctionSecret = z.infer<typeof FunctionSecret>;

export const FunctionSecretList = z.object({ items: z.array(FunctionSecret) }).meta({ id: "FunctionSecretList" });

export const DeletedFunctionSecret = z
  .object({ deleted: z.literal(true), name: VariableName })
  .meta({ id: "DeletedFunctionSecret" });

export const secretPlace = (rowId: string) => ({ table: "function_secret", column: "value", rowId });

/** The digest isn't stored: it would tell a short value to anyone who reads the table. */
export function toSecret({ name, updatedAt }: { name: string; updatedAt: Date }, value: string): FunctionSecret {
  const digest = createHash("sha256").update(value).digest("hex").slice(0, 8);
  return { name, digest, updatedAt: updatedAt.toISOString() };
}
