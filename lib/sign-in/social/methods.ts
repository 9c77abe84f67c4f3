import { z } from "zod";
import type { ProjectSettings } from "@/lib/sign-in/projects/settings";
import type { UserContext } from "../context";
import { brandColors } from "../projects/brand/accent";
import { listUsableProviders } from "./provider-client";

export const EnabledMethods = z
  .object({
    methods: z.object({
      password: z.boolean(),
      signUp: z.boolean(),
      magicLink: z.boolean(),
      emailOtp: z.boolean(),
      passkey: z.boolean(),
      twoFactor: z.boolean(),
      sso: z.boolean().meta({ description: "Whether a company signs in by its own identity provider." }),
    }),
    providers: z.array(z.string()).meta({ example: ["google", "acme"] }),
    providerNames: z
      .record(z.string(), z.string())
      .meta({ description: "Their names on buttons.", example: { google: "Google", acme: "Acme Login" } }),
    organizations: z.object({
      enabled: z.boolean(),
      canCreate: z.boolean().meta({ description: "Whether users create them, or the app's servers alone." }),
    }),
    brand: z.object({
      name: z.string().meta({ example: "Shop" }),
      logoUrl: z.string().nullable(),
      accentColor: z.string().meta({ example: "#1f6feb" }),
      onAccentColor: z.string().meta({ description: "For text on the accent colour.", example: "#ffffff" }),
      accentTextColor: z
        .object({ light: z.string().meta({ example: "#1f6feb" }), dark: z.string().meta({ example: "#2d7cf9" }) })
        .meta({ description: "The accent colour as text that can be read on a light and on a dark background." }),
      radius: z.int().meta({ description: "In pixels.", example: 6 }),
      appearance: z.enum(["system", "light", "dark"]),
      termsUrl: z.string().nullable(),
      privacyUrl: z.string().nullable(),
    }),
    passwordPolicy: z.object({
      minLength: z.int().meta({ example: 8 }),
      maxLength: z.int().meta({ example: 128 }),
      requireUppercase: z.boolean(),
      requireLowercase: z.boolean(),
      requireDigit: z.boolean(),
      requireSymbol: z.boolean(),
    }),
  })
  .meta({ id: "EnabledMethods" });
export type EnabledMethods = z.infer<typeof EnabledMethods>;

export async function listEnabledMethods(ctx: UserContext): Promise<EnabledMethods> {
  const { methods, password, organizations } = ctx.project.settings;
  const { testTokens: _, deviceCode: __, ...shown } = methods;
  const { minLength, maxLength, requireUppercase, requireLowercase, requireDigit, requireSymbol } = password;
  const usable = await listUsableProviders(ctx);
  return {
    methods: { ...shown, sso: ctx.project.hasSso === true },
    providers: usable.map(({ id }) => id),
    providerNames: Object.fromEntries(usable.map(({ id, name }) => [id, name])),
    organizations: {
      enabled: organizations.enabled,
      canCreate: organizations.enabled && organizations.creation === "everyone",
    },
    brand: brandOf(ctx, ctx.project.settings.brand),
    passwordPolicy: { minLength, maxLength, requireUppercase, requireLowercase, requireDigit, requireSymbol },
  };
}

function brandOf({ baseUrl, project }: UserContext, brand: ProjectSettings["brand"]): EnabledMethods["brand"] {
  const { name, logo, accentColor, radius, appearance, termsUrl, privacyUrl } = brand;
  const logoUrl = logo === null ? null : `${baseUrl}/auth/${project.id}/logo`;
  const { onAccent, accentText } = brandColors(accentColor);
  const colors = { accentColor, onAccentColor: onAccent, accentTextColor: accentText };
  return { name: name ?? project.name, logoUrl, ...colors, radius, appearance, termsUrl, privacyUrl };
}
