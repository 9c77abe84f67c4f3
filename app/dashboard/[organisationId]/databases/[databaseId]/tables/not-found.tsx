"use client";

import { useParams } from "next/navigation";
import { PageNotFound } from "@/components/dashboard/frame/page-not-found";

/** The page of a link to a table that was renamed or deleted. */
export default function TableNotFound() {
  const { organisationId, databaseId } = useParams();
  const tables = { href: `/dashboard/${organisationId}/databases/${databaseId}/tables`, label: "Go to tables" };
  return <PageNotFound text="It may have been renamed or deleted, or the address may be wrong." back={tables} />;
}
