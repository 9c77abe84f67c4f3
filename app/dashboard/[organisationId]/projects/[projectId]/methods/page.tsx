import type { Metadata } from "next";
import { ProviderList } from "@/components/dashboard/projects/methods/provider-list";
import { SigningKeys } from "@/components/dashboard/projects/methods/signing-keys";
import { SettingsForm } from "@/components/dashboard/projects/settings/settings-form";
import { PageHeading } from "@/components/ui/page-heading";
import { SettingsSection, SettingsSections } from "@/components/ui/settings-sections";
import { hasPermission } from "@/lib/core/access/permissions";
import { listProviders } from "@/lib/sign-in/projects/providers/list";
import { callbackUrlOf } from "@/lib/sign-in/projects/providers/resource";
import { issuerOf } from "@/lib/sign-in/tokens/issue";
import { listSigningKeys } from "@/lib/sign-in/tokens/list";
import { requireProjectPage } from "@/lib/web/current-project";
import { orNotFound } from "@/lib/web/or-not-found";
import { projectSettingSections } from "@/lib/web/project-settings";
import { saveProjectSettings } from "../../../project-actions";
import {
  removeProvider,
  revokeSigningKeys,
  rotateSigningKeys,
  setProvider,
  turnProvider,
} from "../../../provider-actions";

export const metadata: Metadata = { title: "Sign-in methods" };

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/methods">;

export default async function MethodsPage({ params }: Props) {
  const { organisationId, projectId } = await params;
  const { ctx, member, project } = await requireProjectPage(organisationId, projectId);
  const here = [organisationId, projectId] as const;
  const may = (permission: Parameters<typeof hasPermission>[1]) =>
    project.status === "active" && hasPermission(member.role, permission);
  const mayWrite = may("projects:write");
  const [providers, keys] = await orNotFound(() =>
    Promise.all([listProviders(ctx, { organisationId, projectId }), listSigningKeys(ctx, { projectId })]),
  );
  const save = mayWrite ? saveProjectSettings.bind(null, ...here) : null;
  const sections = projectSettingSections(project.settings);
  const settings = (id: string) => sections.filter((section) => section.id === id);
  const changes = mayWrite
    ? {
        set: setProvider.bind(null, ...here),
        turn: turnProvider.bind(null, ...here),
        remove: removeProvider.bind(null, ...here),
        tryBase: `/dashboard/${organisationId}/projects/${projectId}/methods/try?provider=`,
      }
    : null;
  return (
    <>
      <PageHeading
        title="Methods"
        text={
          hasPermission(member.role, "projects:write")
            ? null
            : "Developers, admins and owners can change how users sign in."
        }
      />
      <SettingsSections>
        {settings("methods").map((section) => (
          <SettingsSection key={section.id} anchor={section.id} title={section.title} text={section.text}>
            <SettingsForm section={section} save={save} />
          </SettingsSection>
        ))}
        <SettingsSection
          title="Providers"
          anchor="providers"
          text="Users sign in with an account they have. Only an email address that the provider has verified links it to an existing user. “Try it” runs a real sign-in, changes nothing and shows you each step."
        >
          <ProviderList
            providers={providers}
            callbackBase={callbackUrlOf(ctx.baseUrl, projectId, "")}
            changes={changes}
          />
        </SettingsSection>
        {settings("addresses").map((section) => (
          <SettingsSection key={section.id} anchor={section.id} title={section.title} text={section.text}>
            <SettingsForm section={section} save={save} />
          </SettingsSection>
        ))}
        <SettingsSection
          title="Signing keys"
          text="They sign the tokens that your servers verify. The algorithm and the lifetimes are in Settings."
        >
          <SigningKeys
            keys={keys}
            issuer={issuerOf(projectId, ctx.baseUrl)}
            rotate={may("project-keys:write") ? rotateSigningKeys.bind(null, ...here) : null}
            revoke={may("project-keys:admin") ? revokeSigningKeys.bind(null, ...here) : null}
          />
        </SettingsSection>
      </SettingsSections>
    </>
  );
}
