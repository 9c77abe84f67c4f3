import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { OpenInEditor } from "@/components/dashboard/editor/open-in-editor";
import { OBJECT_KINDS } from "@/components/dashboard/structure/object-kinds";
import { TypeMenu } from "@/components/dashboard/structure/type-menu";
import { CodeBlock } from "@/components/site/code-block";
import { PageHeading } from "@/components/ui/page-heading";
import { Refusal } from "@/components/ui/refusal";
import { hasPermission } from "@/lib/core/access/permissions";
import { GetObjectInput, getObject } from "@/lib/sql/structure/objects";
import { requireDatabase } from "@/lib/web/current-database";
import { readData } from "@/lib/web/read-data";
import { previewUndo, undoChange } from "../../../history/actions";
import { listDependents } from "../../structure/actions";

type Props = PageProps<"/dashboard/[organisationId]/databases/[databaseId]/tables/objects/definition">;

/** Reads the object of the page once in a request. */
const readObject = cache(async (organisationId: string, databaseId: string, kind: unknown, id: unknown) => {
  const { ctx, member } = await requireDatabase(organisationId, databaseId);
  const asked = GetObjectInput.safeParse({ databaseId, kind, id });
  if (!asked.success) notFound();
  return { member, kind: asked.data.kind, found: await readData(() => getObject(ctx, asked.data)) };
});

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const [{ organisationId, databaseId }, { kind, id }] = await Promise.all([params, searchParams]);
  const { found } = await readObject(organisationId, databaseId, kind, id);
  return { title: found.isDone ? found.value.name : "Definition" };
}

export default async function ObjectPage({ params, searchParams }: Props) {
  const { organisationId, databaseId } = await params;
  const search = await searchParams;
  const { member, kind, found } = await readObject(organisationId, databaseId, search.kind, search.id);
  if (!found.isDone) return <Refusal message={found.message} />;
  const home = `/dashboard/${organisationId}/databases/${databaseId}`;
  const bind = [null, organisationId, databaseId] as const;
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
        {kind === "types" && hasPermission(member.role, "data:write") && (
          <TypeMenu
            {...{ databaseId, home }}
            type={found.value}
            listDependents={listDependents.bind(...bind, schema, name)}
            undoVerbs={{ preview: previewUndo.bind(...bind), undo: undoChange.bind(...bind) }}
          />
        )}
      </PageHeading>
      <CodeBlock language="sql" label="SQL" text={text} />
    </Stack>
  );
}
