import { Prisma } from "./generated/client";

export function isUniqueViolation(error: unknown): boolean {
  return isKnown(error, "P2002");
}

export function isForeignKeyViolation(error: unknown): boolean {
  return isKnown(error, "P2003");
}

function isKnown(error: unknown, code: string): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;
}
