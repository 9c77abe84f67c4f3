import "server-only";
import { notFound } from "next/navigation";
import { ERRORS, ServiceError } from "@/lib/core/errors";
import type { Outcome } from "./action-failure";

/**
 * What a page shows out of a database: a refusal is told on the page, since the database may be busy or being changed;
 * what is not there is the page that says so.
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
