import "server-only";
import { notFound } from "next/navigation";
import { ERRORS } from "@/lib/core/error-table";
import { ServiceError } from "@/lib/core/errors";

/** Shows the not-found page when `find` throws an error of status 404. */
export async function orNotFound<Value>(find: () => Promise<Value>): Promise<Value> {
  return find().catch((error) => (isOfNothing(error) ? notFound() : Promise.reject(error)));
}

/** Returns the result of `find`, or `null` when it throws an error of status 404. */
export async function orNull<Value>(find: () => Promise<Value>): Promise<Value | null> {
  return find().catch((error) => (isOfNothing(error) ? null : Promise.reject(error)));
}

const isOfNothing = (error: unknown) => error instanceof ServiceError && ERRORS[error.code].status === 404;
