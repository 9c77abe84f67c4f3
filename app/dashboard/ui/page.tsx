import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { Gallery } from "@/components/dashboard/gallery/gallery";
import { getRuntime } from "@/lib/runtime/current";

export const metadata: Metadata = { title: "Parts of the interface" };

/** Shows every shared part in its states, in both themes. It is for who changes the design, so only in development. */
export default async function PartsPage() {
  const { environment } = await getRuntime();
  if (environment.mode !== "development") notFound();
  // What depends on the clock is rendered for each request.
  await connection();
  return <Gallery now={new Date().toISOString()} />;
}
