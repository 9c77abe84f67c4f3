import { LivePage } from "@/components/dashboard/databases/live-page";
import { ConnectionTable } from "@/components/dashboard/projects/sso/connection-table";
import { FormButton } from "@/components/ui/forms/form-button";
import { ListPage } from "@/components/ui/lists/list-page";
import { connectionsOf } from "@/lib/people/sso/owner";
import { listSsoConnectionsWithActivity } from "@/lib/sign-in/sso/connections/list-with-activity";
import { memberPage } from "@/lib/web/current-member";
import { createSsoConnection } from "../../sso-actions";
import { CONNECTION } from "../../sso-forms";

export const metadata = { title: "Single sign-on" };

export default memberPage(async ({ organisationId, ctx, can, here }) => {
  const connections = await listSsoConnectionsWithActivity(ctx, await connectionsOf(ctx, organisationId));
  const create = can("sso:write") && (
    <FormButton
      form={CONNECTION.form}
      action={here(createSsoConnection, organisationId)}
      command="create-sso-connection"
    />
  );
  return (
    <>
      <ListPage
        heading={{ title: "Single sign-on", text: "How members sign in to the dashboard." }}
        create={create}
        isEmpty={connections.length === 0}
        empty={{
          title: "Sign in with your company account",
          text: "A connection lets members sign in with your identity provider, such as Okta or Microsoft Entra ID. New colleagues join the organisation at their first sign-in.",
        }}
        next={create || "Admins and owners can create connections."}
      >
        <ConnectionTable home={`/dashboard/${organisationId}/sso`} connections={connections} />
      </ListPage>
      <LivePage isChanging={false} />
    </>
  );
});
