"use server";

import { z } from "zod";
import { ProjectId } from "@/lib/core/id-schemas";
import { CLIENT_AUTHENTICATIONS } from "@/lib/core/ports/identity-providers";
import { removeProvider as removeProviderVerb } from "@/lib/sign-in/projects/providers/remove";
import { setProvider as setProviderVerb } from "@/lib/sign-in/projects/providers/set";
import { turnProvider as turnProviderVerb } from "@/lib/sign-in/projects/providers/turn";
import { revokeSigningKeys as revokeSigningKeysVerb } from "@/lib/sign-in/tokens/revoke";
import { rotateSigningKeys as rotateSigningKeysVerb } from "@/lib/sign-in/tokens/rotate";
import { actionsOn } from "@/lib/web/define-action";
import { inProject } from "@/lib/web/places";

const ofProvider = actionsOn(["projectId", "provider"], { projectId: ProjectId, provider: z.string().max(64) });

/** A field that was left empty is left out. */
const Written = z
  .string()
  .max(5_000)
  .transform((text) => (text.trim() === "" ? undefined : text.trim()))
  .optional();

export const setProvider = inProject(
  "dashboardSetProvider",
  {
    input: {
      provider: z.string().max(64),
      clientId: z.string().max(300),
      clientSecret: Written,
      name: Written,
      issuer: Written,
      scopes: Written,
      authentication: Written.pipe(z.enum(CLIENT_AUTHENTICATIONS).optional()),
      teamId: Written,
      keyId: Written,
    },
    isForm: true,
  },
  async (ctx, { scopes, ...input }) => {
    await setProviderVerb(ctx, { ...input, scopes: scopes?.split(/[\s,]+/) });
  },
);

export const turnProvider = ofProvider(
  "dashboardTurnProvider",
  { input: { isEnabled: z.boolean() }, args: ["isEnabled"] },
  turnProviderVerb,
);

export const removeProvider = ofProvider("dashboardRemoveProvider", {}, removeProviderVerb);

export const rotateSigningKeys = inProject("dashboardRotateSigningKeys", {}, (ctx, { projectId }) =>
  rotateSigningKeysVerb(ctx, { projectId, now: true }),
);

export const revokeSigningKeys = inProject("dashboardRevokeSigningKeys", {}, revokeSigningKeysVerb);
