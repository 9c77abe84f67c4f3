import "server-only";
import { connection } from "next/server";
import { getRuntime } from "@/lib/runtime/current";

export async function baseUrl(): Promise<string> {
  // The build renders every page that reads no request, and it has no runtime.
  await connection();
  const runtime = await getRuntime();
  return runtime.environment.url;
}
