import "server-only";
import { connection } from "next/server";
import { getRuntime } from "@/lib/runtime";

/** The origin people reach this service at, without a slash at the end. */
export async function baseUrl(): Promise<string> {
  // The build tries every page, and has no runtime.
  await connection();
  const runtime = await getRuntime();
  return runtime.environment.url;
}
