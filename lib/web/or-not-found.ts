import "server-only";
import { notFound } from "next/navigation";
import { ERRORS, ServiceError } from "@/lib/core/errors";

/** Returns what `find` returns. Shows the page for what is not found where it throws an error of status 404. */
export async function orNotFound<Value>(find: () => Promise<Value>): Promise<Value> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof ServiceError && ERRORS[error.code].status === 404) notFound();
    throw error;
  }
}
