import "server-only";
import { notFound } from "next/navigation";
import { ERRORS } from "@/lib/core/error-table";
import { ServiceError } from "@/lib/core/errors";
import type { Outcome } from "./resource";

/** Returns a refusal for the page to show, such as that of a busy database, or shows the not-found page. */
export async function readData<Value>(read: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { isDone: true, value: await read() };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === "internal_error") throw error;
    if (ERRORS[error.code].status === 404) notFound();
    return { isDone: false, message: error.message };
  }
}
