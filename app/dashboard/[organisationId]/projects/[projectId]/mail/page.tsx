import { MailEditor } from "@/components/dashboard/projects/mail/mail-editor";
import { SettingsForm } from "@/components/dashboard/projects/settings/settings-form";
import { LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { SettingsSection, SettingsSections } from "@/components/ui/settings-sections";
import { LOCALES } from "@/lib/core/locale";
import { LOCALE_NAMES } from "@/lib/hosted-pages/words/texts";
import { listMailTemplates } from "@/lib/sign-in/mail/own-texts/list";
import { projectPage } from "@/lib/web/current-project";
import { projectSettingSections } from "@/lib/web/project-settings";
import { saveMailTexts, saveProjectSettings, sendTestMail } from "../../../project-actions";

export const metadata = { title: "Mail" };

export default projectPage(async ({ organisationId, projectId, ctx, project, home, may, can, here }) => {
  const mayWrite = may("projects:write");
  const { items } = await listMailTemplates(ctx, { organisationId, projectId });
  const sender = projectSettingSections(project.settings).find(({ id }) => id === "emails");
  return (
    <>
      <PageHeading title="Mail" text={can("projects:write") ? null : "Developers, admins and owners can change it."}>
        <LinkButton href={`${home}/mail/domain`} variant="default">
          Sender domain
        </LinkButton>
      </PageHeading>
      {sender && (
        <SettingsSections>
          <SettingsSection title="Sender" text={sender.text}>
            <SettingsForm section={sender} save={mayWrite ? here(saveProjectSettings) : null} />
          </SettingsSection>
        </SettingsSections>
      )}
      <MailEditor
        address={`${home}/mail/preview`}
        templates={items}
        languages={LOCALES.map((locale) => ({ locale, name: LOCALE_NAMES[locale] }))}
        save={mayWrite ? here(saveMailTexts) : null}
        sendTest={mayWrite ? here(sendTestMail) : null}
      />
    </>
  );
});
