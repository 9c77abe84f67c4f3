import type { Metadata } from "next";
import { CreateEnum } from "@/components/dashboard/structure/create-enum";
import { ObjectList } from "@/components/dashboard/structure/object-list";
import { PageHeading } from "@/components/ui/page-heading";
import { Refusal } from "@/components/ui/refusal";
import { hasPermission } from "@/lib/core/access/permissions";
import { ListObjectsInput, listObjects } from "@/lib/sql/structure/objects";
import { requireDatabase } from "@/lib/web/current-database";
import { readData } from "@/lib/web/read-data";

type Props = PageProps<"/dashboard/[organisationId]/databases/[databaseId]/tables/objects">;

export const metadata: Metadata = { title: "Views, functions and types" };

export default async function ObjectsPage({ params, searchParams }: Props) {
  const { organisationId, databaseId } = await params;
  const { ctx, member } = await requireDatabase(organisationId, databaseId);
  const { kind, search, offset } = await searchParams;
  const parsed = ListObjectsInput.safeParse({ databaseId, kind: kind ?? "views", search, offset });
  const asked = parsed.success ? parsed.data : ListObjectsInput.parse({ databaseId, kind: "views" });
  const found = await readData(() => listObjects(ctx, asked));
  const home = `/dashboard/${organisationId}/databases/${databaseId}`;
  return (
    <>
      <PageHeading title="Views, functions and types" parent={{ href: `${home}/tables`, label: "Tables" }}>
        {hasPermission(member.role, "data:write") && <CreateEnum databaseId={databaseId} home={home} />}
      </PageHeading>
      {found.isDone ? (
        <ObjectList base={`${home}/tables`} asked={asked} page={found.value} />
      ) : (
        <Refusal message={found.message} />
      )}
    </>
  );
}
