import { Prisma } from "./generated/client";

/** Whether a write met a unique index: somebody else has the value. */
export function isUniqueViolation(error: unknown): boolean {
  return isKnown(error, "P2002");
}

/** Whether a write points at a row that is not there, or removes one that is still pointed at. */
export function isForeignKeyViolation(error: unknown): boolean {
  return isKnown(error, "P2003");
}

function isKnown(error: unknown, code: string): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;
}
