import { Prisma } from "./generated/client";

export function isUniqueViolation(error: unknown): boolean {
  return isKnown(error, "P2002") || (isKnown(error, "P2010") && kindOf(error) === "UniqueConstraintViolation");
}

/** The Prisma code of a raw statement tells nothing, so the driver's own word for it counts. */
function kindOf(error: unknown): string | undefined {
  const { meta } = error as { meta?: { driverAdapterError?: { cause?: { kind?: string } } } };
  return meta?.driverAdapterError?.cause?.kind;
}

export function isForeignKeyViolation(error: unknown): boolean {
  return isKnown(error, "P2003");
}

function isKnown(error: unknown, code: string): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;
}
