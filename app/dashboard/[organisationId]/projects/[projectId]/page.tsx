import overviewClasses from "@/components/dashboard/overview/overview.module.css";
import { LatestSignIns } from "@/components/dashboard/projects/latest-sign-ins";
import { ProjectFacts } from "@/components/dashboard/projects/project-facts";
import { Guide } from "@/components/dashboard/projects/set-up/guide";
import { SignInCharts } from "@/components/dashboard/sign-in-counts/sign-in-charts";
import { AskWhy } from "@/components/dashboard/sign-in-events/ask-why";
import { LinkAnchor, LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { readProjectOverview } from "@/lib/sign-in/projects/read-overview";
import { listSignInCounts } from "@/lib/sign-in/sign-in-counts/list";
import { baseUrl } from "@/lib/web/base-url";
import { requireProjectPage } from "@/lib/web/current-project";
import { orNotFound } from "@/lib/web/or-not-found";
import { readProjectGuide } from "@/lib/web/project-guide";
import { allowOrigin, createGuideKey } from "../../project-actions";

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]">;

/**
 * Leads through the set-up until someone has signed in, and then shows the latest users; `?framework=` shows the set-up
 * again.
 */
export default async function ProjectPage({ params, searchParams }: Props) {
  const { organisationId, projectId } = await params;
  const { framework } = await searchParams;
  const { ctx, member, project } = await requireProjectPage(organisationId, projectId);
  const [overview, counts, serviceUrl] = await Promise.all([
    orNotFound(() => readProjectOverview(ctx, { organisationId, projectId })),
    orNotFound(() => listSignInCounts(ctx, { organisationId, projectId, range: "7d" })),
    baseUrl(),
  ]);
  const guide = await readProjectGuide(project, { asked: framework, serviceUrl, random: ctx.random });
  const [seen] = overview.signIns;
  const isSettingUp = seen === undefined || framework !== undefined;
  const home = `/dashboard/${organisationId}/projects/${projectId}`;
  const { password, signUp } = project.settings.methods;
  const hostedPage = `${serviceUrl}/auth/${projectId}/${password && signUp ? "sign-up" : "sign-in"}`;
  const isActive = project.status === "active";
  const mayWrite = isActive && hasPermission(member.role, "projects:write");
  const mayCreateKeys = isActive && hasPermission(member.role, "project-keys:write");
  return (
    <>
      <PageHeading title={isSettingUp ? `Set up ${project.name}` : project.name}>
        {seen !== undefined && (
          <LinkButton href={isSettingUp ? home : `${home}?framework=next`} variant="default">
            {isSettingUp ? "Overview" : "Set up an app"}
          </LinkButton>
        )}
      </PageHeading>
      <div className={overviewClasses.page}>
        {isSettingUp ? (
          <Guide
            home={home}
            guide={guide}
            origins={project.settings.allowedOrigins}
            publicKeys={overview.publicKeys}
            addOrigin={mayWrite ? allowOrigin.bind(null, organisationId, projectId) : null}
            createKey={mayCreateKeys ? createGuideKey.bind(null, organisationId, projectId) : null}
            seen={seen}
            hostedPage={hostedPage}
          />
        ) : (
          <div>
            <AskWhy home={home} about="" />
            <SignInCharts counts={counts} end={<LinkAnchor href={`${home}/events`}>All events</LinkAnchor>} />
            <LatestSignIns signIns={overview.signIns} />
          </div>
        )}
        <div className={overviewClasses.side}>
          <ProjectFacts project={project} overview={overview} hostedPage={`${serviceUrl}/auth/${projectId}/sign-in`} />
        </div>
      </div>
    </>
  );
}
