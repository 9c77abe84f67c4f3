import type { Metadata } from "next";
import { RulesEditor } from "@/components/dashboard/realtime/topics/rules-editor";
import { READ_ONLY } from "@/components/dashboard/realtime/words";
import { LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { requireProjectPage } from "@/lib/web/current-project";
import { saveTopicRules } from "../actions";

export const metadata: Metadata = { title: "Topics" };

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/realtime/topics">;

export default async function TopicsPage({ params }: Props) {
  const { organisationId, projectId } = await params;
  const { member, project } = await requireProjectPage(organisationId, projectId);
  const isMember = hasPermission(member.role, "projects:write");
  const mayWrite = isMember && project.status === "active";
  const home = `/dashboard/${organisationId}/projects/${projectId}/realtime`;
  return (
    <>
      <PageHeading
        title="Topics"
        parent={{ href: home, label: "Realtime" }}
        text={isMember ? "Who listens, sends and shows presence in which topic." : READ_ONLY}
      >
        <LinkButton href={`${home}/inspector`} variant="default">
          Inspector
        </LinkButton>
      </PageHeading>
      <RulesEditor
        topics={project.settings.realtime.topics}
        tryAddress={`${home}/topics/try`}
        save={mayWrite ? saveTopicRules.bind(null, organisationId, projectId) : null}
      />
    </>
  );
}
