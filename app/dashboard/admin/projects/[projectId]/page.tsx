import { notFound } from "next/navigation";
import { ActionHistory } from "@/components/dashboard/administration/action-history";
import { ChangeStanding } from "@/components/dashboard/administration/change-standing";
import { ProjectStandingWord } from "@/components/dashboard/administration/project-standing-word";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { PageHeading } from "@/components/ui/page-heading";
import { isId } from "@/lib/core/ids";
import { findAdministeredProjects } from "@/lib/services/project-administration/find-projects";
import { listProjectActions } from "@/lib/services/project-administration/list-actions";
import { requireOperatorAccount } from "@/lib/web/current-operator";
import { pagesOf } from "@/lib/web/define-page";
import { suspend, unsuspend } from "../../actions";
import { LIFTING, SUSPENSION } from "../../forms";

const administeredPage = pagesOf(async ({ projectId }: { projectId: string }) => {
  const { ctx } = await requireOperatorAccount();
  if (!isId("project", projectId)) notFound();
  const { items } = await findAdministeredProjects(ctx, { search: projectId });
  return { ctx, project: items.find(({ id }) => id === projectId) ?? notFound() };
});

export const generateMetadata = administeredPage.titled(({ project }) => `Administration of ${project.name}`);

export default administeredPage(async ({ projectId, ctx, project }) => {
  const actions = await listProjectActions(ctx, { projectId });
  const { name, status, suspendedFor, organisationId, organisationName, createdAt } = project;
  return (
    <>
      <PageHeading title={name} parent={{ href: "/dashboard/admin/projects", label: "All projects" }}>
        {organisationId !== null && (
          <ChangeStanding
            name={name}
            status={status}
            suspend={{ form: SUSPENSION.form, action: suspend.bind(null, projectId) }}
            unsuspend={{ form: LIFTING.form, action: unsuspend.bind(null, projectId) }}
          />
        )}
      </PageHeading>
      <Facts
        facts={[
          ["Status", <ProjectStandingWord key="status" status={status} />],
          ...(suspendedFor === null ? [] : [["Reason", suspendedFor] as const]),
          ...(status === "banned"
            ? [["Lift the ban", <code key="lift">coppice project unsuspend {projectId}</code>] as const]
            : []),
          ["ID", <code key="id">{projectId}</code>],
          [
            "Organisation",
            organisationId === null ? "The service itself" : `${organisationName ?? ""} (${organisationId})`,
          ],
          ["Created", <Moment key="created" at={createdAt} />],
        ]}
      />
      <ActionHistory actions={actions} />
    </>
  );
});
