import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CreateTable } from "@/components/dashboard/structure/create-table";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { requireDatabase } from "@/lib/web/current-database";

type Props = PageProps<"/dashboard/[organisationId]/databases/[databaseId]/tables/new">;

export const metadata: Metadata = { title: "Create table" };

export default async function NewTablePage({ params, searchParams }: Props) {
  const { organisationId, databaseId } = await params;
  const { member } = await requireDatabase(organisationId, databaseId);
  if (!hasPermission(member.role, "data:write")) notFound();
  const { schema } = await searchParams;
  const home = `/dashboard/${organisationId}/databases/${databaseId}`;
  return (
    <>
      <PageHeading title="Create table" parent={{ href: `${home}/tables`, label: "Tables" }} />
      <CreateTable databaseId={databaseId} home={home} schema={typeof schema === "string" ? schema : "public"} />
    </>
  );
}
