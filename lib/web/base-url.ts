import "server-only";
import { connection } from "next/server";
import { getRuntime } from "@/lib/runtime";

/** Returns the configured origin of this service, without a slash at the end. */
export async function baseUrl(): Promise<string> {
  // The build renders every page that reads no request, and has no runtime.
  await connection();
  const runtime = await getRuntime();
  return runtime.environment.url;
}
