import { Stack } from "@mantine/core";
import { notFound } from "next/navigation";
import { OpenInEditor } from "@/components/dashboard/editor/open-in-editor";
import { OBJECT_KINDS } from "@/components/dashboard/structure/object-kinds";
import { TypeMenu } from "@/components/dashboard/structure/type-menu";
import { CodeBlock } from "@/components/site/code-block";
import { PageHeading } from "@/components/ui/page-heading";
import { Refusal } from "@/components/ui/refusal";
import { GetObjectInput, getObject } from "@/lib/sql/structure/objects";
import { type DatabasePlace, enterDatabase } from "@/lib/web/current-database";
import { pagesOf } from "@/lib/web/define-page";
import { readData } from "@/lib/web/read-data";
import { previewUndo, undoChange } from "../../../history/actions";
import { listDependents } from "../../structure/actions";

const objectPage = pagesOf(async (place: DatabasePlace, { kind, id }) => {
  const current = await enterDatabase(place);
  const asked = GetObjectInput.safeParse({ databaseId: place.databaseId, kind, id });
  if (!asked.success) notFound();
  return { ...current, kind: asked.data.kind, found: await readData(() => getObject(current.ctx, asked.data)) };
});

export const generateMetadata = objectPage.titled(({ found }) => (found.isDone ? found.value.name : "Definition"));

export default objectPage(async ({ databaseId, can, here, home, kind, found }) => {
  if (!found.isDone) return <Refusal message={found.message} />;
  const { schema, name, detail, kind: words, comment, text } = found.value;
  return (
    <Stack gap="sm">
      <PageHeading
        title={<bdi>{schema === "public" ? name : `${schema}.${name}`}</bdi>}
        parent={{ href: `${home}/tables/objects?kind=${kind}`, label: OBJECT_KINDS[kind].label }}
        text={
          <>
            {words} {kind === "functions" && detail}
            {comment && ` · ${comment}`}
          </>
        }
      >
        <OpenInEditor databaseId={databaseId} editor={`${home}/sql`} text={text} />
        {kind === "types" && can("data:write") && (
          <TypeMenu
            {...{ databaseId, home }}
            type={found.value}
            listDependents={here(listDependents, schema, name)}
            undoVerbs={{ preview: here(previewUndo), undo: here(undoChange) }}
          />
        )}
      </PageHeading>
      <CodeBlock language="sql" label="SQL" text={text} />
    </Stack>
  );
});
