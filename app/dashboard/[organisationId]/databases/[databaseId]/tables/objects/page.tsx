import { CreateEnum } from "@/components/dashboard/structure/create-enum";
import { ObjectList } from "@/components/dashboard/structure/object-list";
import { PageHeading } from "@/components/ui/page-heading";
import { Refusal } from "@/components/ui/refusal";
import { ListObjectsInput, listObjects } from "@/lib/sql/structure/objects";
import { databasePage } from "@/lib/web/current-database";
import { readData } from "@/lib/web/read-data";

export const metadata = { title: "Views, functions and types" };

export default databasePage(async ({ databaseId, ctx, home, can, asked: { kind, search, offset } }) => {
  const parsed = ListObjectsInput.safeParse({ databaseId, kind: kind ?? "views", search, offset });
  const asked = parsed.success ? parsed.data : ListObjectsInput.parse({ databaseId, kind: "views" });
  const found = await readData(() => listObjects(ctx, asked));
  return (
    <>
      <PageHeading title="Views, functions and types" parent={{ href: `${home}/tables`, label: "Tables" }}>
        {can("data:write") && <CreateEnum databaseId={databaseId} home={home} />}
      </PageHeading>
      {found.isDone ? (
        <ObjectList base={`${home}/tables`} asked={asked} page={found.value} />
      ) : (
        <Refusal message={found.message} />
      )}
    </>
  );
});
