import overviewClasses from "@/components/dashboard/overview/overview.module.css";
import { LatestSignIns } from "@/components/dashboard/projects/latest-sign-ins";
import { ProjectFacts } from "@/components/dashboard/projects/project-facts";
import { Guide } from "@/components/dashboard/projects/set-up/guide";
import { SignInCharts } from "@/components/dashboard/sign-in-counts/sign-in-charts";
import { AskWhy } from "@/components/dashboard/sign-in-events/ask-why";
import { LinkAnchor, LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { listSignInCounts } from "@/lib/sign-in/events/sign-in-counts/list";
import { readProjectOverview } from "@/lib/sign-in/projects/read-overview";
import { baseUrl } from "@/lib/web/base-url";
import { projectPage } from "@/lib/web/current-project";
import { readProjectGuide } from "@/lib/web/project-guide";
import { allowOrigin, createGuideKey } from "../../project-actions";

/**
 * Leads through the set-up until someone has signed in, and then shows the latest users; `?framework=` shows the set-up
 * again.
 */
export default projectPage(
  async ({ organisationId, projectId, ctx, project, home, may, here, asked: { framework } }) => {
    const [overview, counts, serviceUrl] = await Promise.all([
      readProjectOverview(ctx, { organisationId, projectId }),
      listSignInCounts(ctx, { organisationId, projectId, range: "7d" }),
      baseUrl(),
    ]);
    const guide = await readProjectGuide(project, { asked: framework, serviceUrl, random: ctx.random });
    const [seen] = overview.signIns;
    const isSettingUp = seen === undefined || framework !== undefined;
    const { password, signUp } = project.settings.methods;
    const hostedPage = `${serviceUrl}/auth/${projectId}/${password && signUp ? "sign-up" : "sign-in"}`;
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
              addOrigin={may("projects:write") ? here(allowOrigin) : null}
              createKey={may("project-keys:write") ? here(createGuideKey) : null}
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
            <ProjectFacts
              project={project}
              overview={overview}
              hostedPage={`${serviceUrl}/auth/${projectId}/sign-in`}
            />
          </div>
        </div>
      </>
    );
  },
);
