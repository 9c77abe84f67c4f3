import "server-only";
import { notFound } from "next/navigation";
import { ERRORS, ServiceError } from "@/lib/core/errors";
import type { Outcome } from "./resource";

/**
 * Returns what a page shows out of a database, or the reason of a refusal for the page to show, since the database may
 * be busy or being changed. What is not there leads to the page for that.
 */
export async function readData<Value>(read: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { isDone: true, value: await read() };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === "internal_error") throw error;
    if (ERRORS[error.code].status === 404) notFound();
    return { isDone: false, message: error.message };
  }
}
