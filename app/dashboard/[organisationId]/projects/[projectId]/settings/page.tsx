import { Text } from "@mantine/core";
import type { ComponentProps } from "react";
import { DeleteProject } from "@/components/dashboard/projects/delete-project";
import {
  type SearchableSection,
  SearchableSections,
} from "@/components/dashboard/projects/settings/searchable-sections";
import { SettingsForm } from "@/components/dashboard/projects/settings/settings-form";
import { CopyField } from "@/components/ui/copy-field";
import { LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { TextSetting } from "@/components/ui/text-setting";
import type { ProjectDetails } from "@/lib/sign-in/projects/resource";
import { projectPage } from "@/lib/web/current-project";
import { projectSettingSections } from "@/lib/web/project-settings";
import { deleteProject, renameProject, saveProjectSettings } from "../../../project-actions";
import { PROJECT } from "../../../project-forms";

export const metadata = { title: "Project settings" };

export default projectPage(async ({ projectId, project, home, may, can, here }) => {
  const mayWrite = may("projects:write");
  const save = mayWrite ? here(saveProjectSettings) : null;
  const name: SearchableSection = {
    id: "name",
    title: "Name",
    text: "Users see it on the sign-in pages and in emails.",
    words: "rename project",
    content: mayWrite ? (
      <TextSetting form={{ ...PROJECT.form, title: "Project" }} value={project.name} action={here(renameProject)} />
    ) : (
      <Text size="sm">{project.name}</Text>
    ),
  };
  const id: SearchableSection = {
    id: "id",
    title: "Project ID",
    text: "Your app and the command line use this ID.",
    words: "identifier",
    content: <CopyField label="ID of the project" text={projectId} />,
  };
  const brand: SearchableSection = {
    id: "looks",
    title: "Brand",
    text: "How the sign-in pages and emails look.",
    words: "logo accent colour rounded corners theme terms privacy texts hosted pages",
    content: <LinkButton href={`${home}/brand`}>Open Brand</LinkButton>,
  };
  const danger: SearchableSection = {
    id: "danger",
    title: "Danger zone",
    text: "A deleted project can be restored for 30 days.",
    words: "delete remove",
    content: (
      <DeleteProject
        name={project.name}
        isSuspended={project.status !== "active"}
        remove={mayWrite ? here(deleteProject) : null}
      />
    ),
  };
  return (
    <>
      <PageHeading
        title="Settings"
        text={can("projects:write") ? null : "Developers, admins and owners can change settings."}
      />
      <SearchableSections sections={[name, id, ...formsOf(project.settings, save), brand, danger]} />
    </>
  );
});

type Save = ComponentProps<typeof SettingsForm>["save"];

function formsOf(settings: ProjectDetails["settings"], save: Save): SearchableSection[] {
  // Brand and mail have pages of their own.
  const sections = projectSettingSections(settings).filter(({ id }) => id !== "looks" && id !== "emails");
  return sections.map((section) => ({
    id: section.id,
    title: section.title,
    text: section.text,
    words: section.fields.map(({ label, note = "", path }) => `${label} ${note} ${path}`).join(" "),
    content: <SettingsForm section={section} save={save} />,
  }));
}
