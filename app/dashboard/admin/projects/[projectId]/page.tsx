import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
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
import { suspend, unsuspend } from "../../actions";
import { LIFTING, SUSPENSION } from "../../forms";

type Props = PageProps<"/dashboard/admin/projects/[projectId]">;

/** Reads the project of the page once in a request. */
const requireProject = cache(async (projectId: string) => {
  const { ctx } = await requireOperatorAccount();
  if (!isId("project", projectId)) notFound();
  const { items } = await findAdministeredProjects(ctx, { search: projectId });
  return { ctx, project: items.find(({ id }) => id === projectId) ?? notFound() };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { project } = await requireProject((await params).projectId);
  return { title: `Administration of ${project.name}` };
}

export default async function AdministeredProjectPage({ params }: Props) {
  const { projectId } = await params;
  const { ctx, project } = await requireProject(projectId);
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
}
