import { notFound } from "next/navigation";
import { CreateTable } from "@/components/dashboard/structure/create-table";
import { PageHeading } from "@/components/ui/page-heading";
import { databasePage } from "@/lib/web/current-database";

export const metadata = { title: "Create table" };

export default databasePage(async ({ databaseId, home, can, asked: { schema } }) => {
  if (!can("data:write")) notFound();
  return (
    <>
      <PageHeading title="Create table" parent={{ href: `${home}/tables`, label: "Tables" }} />
      <CreateTable databaseId={databaseId} home={home} schema={typeof schema === "string" ? schema : "public"} />
    </>
  );
});
