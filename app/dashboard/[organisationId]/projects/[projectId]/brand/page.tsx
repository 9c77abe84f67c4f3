import { BrandEditor } from "@/components/dashboard/projects/brand/brand-editor";
import { PageHeading } from "@/components/ui/page-heading";
import { LOCALES } from "@/lib/core/locale";
import { LOCALE_NAMES } from "@/lib/hosted-pages/words/texts";
import { judgeAccent } from "@/lib/sign-in/projects/brand/accent";
import { projectPage } from "@/lib/web/current-project";
import { projectSettingSections } from "@/lib/web/project-settings";
import { saveProjectSettings } from "../../../project-actions";

export const metadata = { title: "Brand" };

export default projectPage(async ({ projectId, project, home, may, can, here }) => {
  const { brand } = project.settings;
  return (
    <>
      <PageHeading
        title="Brand"
        text={
          can("projects:write")
            ? "How the sign-in pages and emails look."
            : "Developers, admins and owners can change it."
        }
      />
      <BrandEditor
        address={`${home}/brand`}
        looks={projectSettingSections(project.settings).find(({ id }) => id === "looks")?.fields ?? []}
        texts={brand.texts}
        logo={brand.logo === null ? null : `/auth/${projectId}/logo?v=${brand.logo}`}
        accent={judgeAccent(brand.accentColor)}
        languages={LOCALES.map((locale) => ({ locale, name: LOCALE_NAMES[locale] }))}
        save={may("projects:write") ? here(saveProjectSettings) : null}
      />
    </>
  );
});
