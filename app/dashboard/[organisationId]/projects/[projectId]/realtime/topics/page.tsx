import { RulesEditor } from "@/components/dashboard/realtime/topics/rules-editor";
import { READ_ONLY } from "@/components/dashboard/realtime/words";
import { LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { projectPage } from "@/lib/web/current-project";
import { saveTopicRules } from "../actions";

export const metadata = { title: "Topics" };

export default projectPage(async ({ project, may, can, here, home }) => {
  const address = `${home}/realtime`;
  return (
    <>
      <PageHeading
        title="Topics"
        parent={{ href: address, label: "Realtime" }}
        text={can("projects:write") ? "Who listens, sends and shows presence in which topic." : READ_ONLY}
      >
        <LinkButton href={`${address}/inspector`} variant="default">
          Inspector
        </LinkButton>
      </PageHeading>
      <RulesEditor
        topics={project.settings.realtime.topics}
        tryAddress={`${address}/topics/try`}
        save={may("projects:write") ? here(saveTopicRules) : null}
      />
    </>
  );
});
