import "server-only";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import type { Context } from "@/lib/core/context";
import { mayReadInbox } from "@/lib/core/local-development";
import { getRuntime } from "@/lib/runtime/current";
import { pageContext } from "./page-context";

/** Returns the context of the inbox's reader; the page is not found where there is none. */
export async function inboxContext(): Promise<Context> {
  const { environment } = await getRuntime();
  if (!mayReadInbox(environment, (await headers()).get("host"))) notFound();
  return pageContext({ kind: "anonymous", id: "anonymous" });
}
