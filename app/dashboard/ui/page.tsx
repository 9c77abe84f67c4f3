import { notFound } from "next/navigation";
import { connection } from "next/server";
import { Gallery } from "@/components/dashboard/gallery/gallery";

export const metadata = { title: "Parts of the interface" };

declare const DEVELOPMENT_SERVER: boolean;

/** Shows every shared part in its states, in both themes. It is for those who change them: only `npm run dev` has it. */
export default async function PartsPage() {
  if (!DEVELOPMENT_SERVER) notFound();
  // Parts that depend on the clock are rendered for each request.
  await connection();
  return <Gallery now={new Date().toISOString()} />;
}
