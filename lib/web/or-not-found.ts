import "server-only";
import { notFound } from "next/navigation";
import { ERRORS } from "@/lib/core/error-table";
import { ServiceError } from "@/lib/core/errors";

/** Shows the not-found page when `find` throws an error of status 404. */
export async function orNotFound<Value>(find: () => Promise<Value>): Promise<Value> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof ServiceError && ERRORS[error.code].status === 404) notFound();
    throw error;
  }
}
