import type { Metadata } from "next";
import { BrandEditor } from "@/components/dashboard/projects/brand/brand-editor";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { LOCALES } from "@/lib/core/locale";
import { LOCALE_NAMES } from "@/lib/hosted-pages/words/texts";
import { judgeAccent } from "@/lib/sign-in/brand/accent";
import { requireProjectPage } from "@/lib/web/current-project";
import { projectSettingSections } from "@/lib/web/project-settings";
import { saveProjectSettings } from "../../../project-actions";

export const metadata: Metadata = { title: "Brand" };

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/brand">;

export default async function BrandPage({ params }: Props) {
  const { organisationId, projectId } = await params;
  const { member, project } = await requireProjectPage(organisationId, projectId);
  const isWriter = hasPermission(member.role, "projects:write");
  const mayWrite = project.status === "active" && isWriter;
  const { brand } = project.settings;
  return (
    <>
      <PageHeading
        title="Brand"
        text={isWriter ? "How the sign-in pages and emails look." : "Developers, admins and owners can change it."}
      />
      <BrandEditor
        address={`/dashboard/${organisationId}/projects/${projectId}/brand`}
        looks={projectSettingSections(project.settings).find(({ id }) => id === "looks")?.fields ?? []}
        texts={brand.texts}
        logo={brand.logo === null ? null : `/auth/${projectId}/logo?v=${brand.logo}`}
        accent={judgeAccent(brand.accentColor)}
        languages={LOCALES.map((locale) => ({ locale, name: LOCALE_NAMES[locale] }))}
        save={mayWrite ? saveProjectSettings.bind(null, organisationId, projectId) : null}
      />
    </>
  );
}
