import "server-only";
import { notFound } from "next/navigation";
import { ERRORS, ServiceError } from "@/lib/core/errors";

/** What a page needs, or the page that says it is not there. */
export async function orNotFound<Value>(find: () => Promise<Value>): Promise<Value> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof ServiceError && ERRORS[error.code].status === 404) notFound();
    throw error;
  }
}
