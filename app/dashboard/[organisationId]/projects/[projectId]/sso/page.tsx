import type { Metadata } from "next";
import { LivePage } from "@/components/dashboard/databases/live-page";
import { ConnectionTable } from "@/components/dashboard/projects/sso/connection-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FormButton } from "@/components/ui/forms/form-button";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { listSsoConnectionsWithActivity } from "@/lib/sign-in/sso/connections/list-with-activity";
import { requireProjectPage } from "@/lib/web/current-project";
import { orNotFound } from "@/lib/web/or-not-found";
import { createSsoConnection } from "../../../sso-actions";
import { CONNECTION } from "../../../sso-forms";

export const metadata: Metadata = { title: "Single sign-on" };

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/sso">;

export default async function SsoPage({ params }: Props) {
  const { organisationId, projectId } = await params;
  const { ctx, member, project } = await requireProjectPage(organisationId, projectId);
  const connections = await orNotFound(() => listSsoConnectionsWithActivity(ctx, { projectId }));
  const mayWrite = project.status === "active" && hasPermission(member.role, "sso:write");
  const create = mayWrite && (
    <FormButton
      form={CONNECTION.form}
      action={createSsoConnection.bind(null, organisationId, projectId)}
      command="create-sso-connection"
    />
  );
  return (
    <>
      <PageHeading title="Single sign-on">{connections.length > 0 && create}</PageHeading>
      {connections.length > 0 ? (
        <ConnectionTable home={`/dashboard/${organisationId}/projects/${projectId}/sso`} connections={connections} />
      ) : (
        <EmptyState
          title="Let companies sign in their own way"
          text="A connection lets a company's people sign in to your app by their own identity provider, such as Okta or Microsoft Entra ID."
          example={<code>coppice sso create Acme --project {project.name}</code>}
        >
          {create || "Admins and owners can create connections."}
        </EmptyState>
      )}
      <LivePage isChanging={false} />
    </>
  );
}
