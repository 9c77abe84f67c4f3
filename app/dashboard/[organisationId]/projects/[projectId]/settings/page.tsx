import { Text } from "@mantine/core";
import type { Metadata } from "next";
import {
  type SearchableSection,
  SearchableSections,
} from "@/components/dashboard/projects/settings/searchable-sections";
import { SettingsForm } from "@/components/dashboard/projects/settings/settings-form";
import { CopyField } from "@/components/ui/copy-field";
import { PageHeading } from "@/components/ui/page-heading";
import { TextSetting } from "@/components/ui/text-setting";
import { hasPermission } from "@/lib/core/access/permissions";
import { requireProjectPage } from "@/lib/web/current-project";
import { projectSettingSections } from "@/lib/web/project-settings";
import { renameProject, saveProjectSettings } from "../../../project-actions";

export const metadata: Metadata = { title: "Project settings" };

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/settings">;

export default async function ProjectSettingsPage({ params }: Props) {
  const { organisationId, projectId } = await params;
  const { member, project } = await requireProjectPage(organisationId, projectId);
  const mayWrite = project.status === "active" && hasPermission(member.role, "projects:write");
  const save = mayWrite ? saveProjectSettings.bind(null, organisationId, projectId) : null;
  const name: SearchableSection = {
    id: "name",
    title: "Name",
    text: "Users see it on the sign-in pages and in emails.",
    words: "rename project",
    content: mayWrite ? (
      <TextSetting
        name="name"
        label="Project"
        value={project.name}
        maxLength={64}
        action={renameProject.bind(null, organisationId, projectId)}
      />
    ) : (
      <Text size="sm">{project.name}</Text>
    ),
  };
  const id: SearchableSection = {
    id: "id",
    title: "Project ID",
    text: "Your app and the command line know the project by it.",
    words: "identifier",
    content: <CopyField label="ID of the project" text={projectId} />,
  };
  const forms = projectSettingSections(project.settings).map(
    (section): SearchableSection => ({
      id: section.id,
      title: section.title,
      text: section.text,
      words: section.fields.map(({ label, note = "", path }) => `${label} ${note} ${path}`).join(" "),
      content: <SettingsForm section={section} save={save} />,
    }),
  );
  return (
    <>
      <PageHeading
        title="Settings"
        text={
          hasPermission(member.role, "projects:write") ? null : "Developers, admins and owners can change settings."
        }
      />
      <SearchableSections sections={[name, id, ...forms]} />
    </>
  );
}
