import type { Context } from "@/lib/core/context";
import { SERVICE } from "@/lib/core/service";
import type { ProjectSettings } from "@/lib/sign-in/projects/settings";
import { readSettings } from "@/lib/sign-in/projects/stored-settings";

export type Brand = Pick<
  ProjectSettings["brand"],
  "accentColor" | "radius" | "appearance" | "termsUrl" | "privacyUrl"
> & { name: string; logoUrl: string | null };

export interface MailProject {
  brand: Brand;
  sender: ProjectSettings["sender"] & { name: string };
}

export async function findMailProject(ctx: Context, projectId: string | null): Promise<MailProject> {
  const row =
    projectId === null
      ? null
      : await ctx.db.project.findUnique({
          where: { id: projectId },
          select: { name: true, settings: true, builtInAs: true },
        });
  const { brand, sender } = readSettings(row?.settings ?? {});
  const name = row?.name ?? SERVICE.name;
  const accentColor = row === null || row.builtInAs !== null ? SERVICE.accentColor : brand.accentColor;
  return {
    brand: { ...brand, accentColor, name: brand.name ?? name, logoUrl: logoUrlOf(ctx.baseUrl, projectId, brand.logo) },
    sender: { ...sender, name: sender.name ?? name },
  };
}

/** Returns the logo's address, the same in every mail, so that loading it does not reveal which mail was read. */
function logoUrlOf(baseUrl: string, projectId: string | null, logo: string | null): string | null {
  return projectId === null || logo === null ? null : `${baseUrl}/auth/${projectId}/logo`;
}
