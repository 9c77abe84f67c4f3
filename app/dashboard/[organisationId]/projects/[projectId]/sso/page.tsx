import { LivePage } from "@/components/dashboard/databases/live-page";
import { ConnectionTable } from "@/components/dashboard/projects/sso/connection-table";
import { FormButton } from "@/components/ui/forms/form-button";
import { ListPage } from "@/components/ui/lists/list-page";
import { listSsoConnectionsWithActivity } from "@/lib/sign-in/sso/connections/list-with-activity";
import { projectPage } from "@/lib/web/current-project";
import { createSsoConnection } from "../../../sso-actions";
import { CONNECTION } from "../../../sso-forms";

export const metadata = { title: "Single sign-on" };

export default projectPage(async ({ projectId, ctx, project, may, here, home }) => {
  const connections = await listSsoConnectionsWithActivity(ctx, { projectId });
  const create = may("sso:write") && (
    <FormButton form={CONNECTION.form} action={here(createSsoConnection)} command="create-sso-connection" />
  );
  return (
    <>
      <ListPage
        heading={{ title: "Single sign-on" }}
        create={create}
        isEmpty={connections.length === 0}
        empty={{
          title: "Let companies sign in their own way",
          text: "A connection lets a company's people sign in to your app by their own identity provider, such as Okta or Microsoft Entra ID.",
          example: <code>npm run coppice -- sso create Acme --project {project.id}</code>,
        }}
        next={create || "Admins and owners can create connections."}
      >
        <ConnectionTable home={`${home}/sso`} connections={connections} />
      </ListPage>
      <LivePage isChanging={false} />
    </>
  );
});
