import { CreateFunction } from "@/components/dashboard/functions/create-function";
import { FunctionTable } from "@/components/dashboard/functions/function-table";
import { FunctionsOff } from "@/components/dashboard/functions/functions-off";
import { TemplateList } from "@/components/dashboard/functions/template-list";
import { READ_ONLY } from "@/components/dashboard/functions/words";
import { CopyField } from "@/components/ui/copy-field";
import { countText } from "@/components/ui/figure-text";
import { ListPage } from "@/components/ui/lists/list-page";
import { ListToolbar } from "@/components/ui/lists/list-toolbar";
import { readFunctionFigures } from "@/lib/services/functions/figures";
import { listFunctions } from "@/lib/services/functions/list";
import { TEMPLATES } from "@/lib/services/functions/templates/list";
import { whereOn } from "@/lib/web/current-function";
import { projectPage } from "@/lib/web/current-project";
import { createFunction } from "./actions";
import { FUNCTION } from "./forms";

export const metadata = { title: "Functions" };

export default projectPage(async ({ organisationId, projectId, ctx, can, may, here, home }) => {
  const listed = await whereOn(() => listFunctions(ctx, { projectId }));
  if (!listed) return <FunctionsOff organisationId={organisationId} />;
  const { items } = listed;
  const figures = await readFunctionFigures(ctx, { projectId });
  const mayWrite = may("functions:write");
  const create = here(createFunction);
  return (
    <ListPage
      heading={{ title: "Functions", text: can("functions:write") ? null : READ_ONLY }}
      create={mayWrite && <CreateFunction templates={TEMPLATES} form={FUNCTION.form} create={create} />}
      isEmpty={items.length === 0}
      empty={{
        title: "No functions yet",
        text: "A function is a small program that answers requests: a webhook, an endpoint over your database, a report every morning. Begin with one of these, and change it in the editor.",
        example: <CopyField label="Deploy a folder on the command line" text={deployExample(projectId)} />,
      }}
      next={mayWrite ? <TemplateList templates={TEMPLATES} create={create} /> : READ_ONLY}
    >
      <ListToolbar count={`${countText(items.length, "function")}, figures of the last 24 hours`} />
      <FunctionTable home={`${home}/functions`} functions={items} figures={figures} />
    </ListPage>
  );
});

function deployExample(projectId: string): string {
  return `npm run coppice -- functions deploy ./my-function --project ${projectId}`;
}
