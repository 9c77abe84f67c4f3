import "server-only";
import { getRuntime } from "@/lib/runtime";

/** The origin people reach this service at, without a slash at the end. */
export async function baseUrl(): Promise<string> {
  const runtime = await getRuntime();
  return runtime.environment.url;
}
