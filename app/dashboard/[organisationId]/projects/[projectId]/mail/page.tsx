import type { Metadata } from "next";
import { MailEditor } from "@/components/dashboard/projects/mail/mail-editor";
import { SettingsForm } from "@/components/dashboard/projects/settings/settings-form";
import { LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { SettingsSection, SettingsSections } from "@/components/ui/settings-sections";
import { hasPermission } from "@/lib/core/access/permissions";
import { LOCALES } from "@/lib/core/locale";
import { LOCALE_NAMES } from "@/lib/hosted-pages/words/texts";
import { listMailTemplates } from "@/lib/sign-in/mail/own-texts/list";
import { requireProjectPage } from "@/lib/web/current-project";
import { orNotFound } from "@/lib/web/or-not-found";
import { projectSettingSections } from "@/lib/web/project-settings";
import { saveMailTexts, saveProjectSettings, sendTestMail } from "../../../project-actions";

export const metadata: Metadata = { title: "Mail" };

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/mail">;

export default async function MailPage({ params }: Props) {
  const { organisationId, projectId } = await params;
  const { ctx, member, project } = await requireProjectPage(organisationId, projectId);
  const isWriter = hasPermission(member.role, "projects:write");
  const mayWrite = project.status === "active" && isWriter;
  const here = [organisationId, projectId] as const;
  const { items } = await orNotFound(() => listMailTemplates(ctx, { organisationId, projectId }));
  const sender = projectSettingSections(project.settings).find(({ id }) => id === "emails");
  return (
    <>
      <PageHeading title="Mail" text={isWriter ? null : "Developers, admins and owners can change it."}>
        <LinkButton href={`/dashboard/${organisationId}/projects/${projectId}/mail/domain`} variant="default">
          Sender domain
        </LinkButton>
      </PageHeading>
      {sender && (
        <SettingsSections>
          <SettingsSection title="Sender" text={sender.text}>
            <SettingsForm section={sender} save={mayWrite ? saveProjectSettings.bind(null, ...here) : null} />
          </SettingsSection>
        </SettingsSections>
      )}
      <MailEditor
        address={`/dashboard/${organisationId}/projects/${projectId}/mail/preview`}
        templates={items}
        languages={LOCALES.map((locale) => ({ locale, name: LOCALE_NAMES[locale] }))}
        save={mayWrite ? saveMailTexts.bind(null, ...here) : null}
        sendTest={mayWrite ? sendTestMail.bind(null, ...here) : null}
      />
    </>
  );
}
