"use server";

import { z } from "zod";
import { ProjectId } from "@/lib/core/id-schemas";
import { CLIENT_AUTHENTICATIONS } from "@/lib/core/ports/identity-providers";
import { removeProvider as removeProviderVerb } from "@/lib/sign-in/projects/providers/remove";
import { setProvider as setProviderVerb } from "@/lib/sign-in/projects/providers/set";
import { turnProvider as turnProviderVerb } from "@/lib/sign-in/projects/providers/turn";
import { revokeSigningKeys as revokeSigningKeysVerb } from "@/lib/sign-in/tokens/revoke";
import { rotateSigningKeys as rotateSigningKeysVerb } from "@/lib/sign-in/tokens/rotate";
import { defineAction } from "@/lib/web/define-action";

const InProject = z.object({ projectId: ProjectId });
const OfProvider = InProject.extend({ provider: z.string().max(64) });

/** A field that was left empty is left out. */
const Written = z
  .string()
  .max(5_000)
  .transform((text) => (text.trim() === "" ? undefined : text.trim()))
  .optional();

const ProviderForm = OfProvider.extend({
  clientId: z.string().max(300),
  clientSecret: Written,
  name: Written,
  issuer: Written,
  scopes: Written,
  authentication: Written.pipe(z.enum(CLIENT_AUTHENTICATIONS).optional()),
  teamId: Written,
  keyId: Written,
});

export const setProvider = defineAction(
  {
    operationId: "dashboardSetProvider",
    input: ProviderForm,
    args: ["projectId"],
    isForm: true,
    refreshes: true,
  },
  async (_ctx, { scopes, ...input }, { ctx }) => {
    await setProviderVerb(ctx, { ...input, scopes: scopes?.split(/[\s,]+/) });
  },
);

export const turnProvider = defineAction(
  {
    operationId: "dashboardTurnProvider",
    input: OfProvider.extend({ isEnabled: z.boolean() }),
    args: ["projectId", "provider", "isEnabled"],
    refreshes: true,
  },
  turnProviderVerb,
);

export const removeProvider = defineAction(
  { operationId: "dashboardRemoveProvider", input: OfProvider, args: ["projectId", "provider"], refreshes: true },
  removeProviderVerb,
);

export const rotateSigningKeys = defineAction(
  { operationId: "dashboardRotateSigningKeys", input: InProject, args: ["projectId"], refreshes: true },
  (ctx, { projectId }) => rotateSigningKeysVerb(ctx, { projectId, now: true }),
);

export const revokeSigningKeys = defineAction(
  { operationId: "dashboardRevokeSigningKeys", input: InProject, args: ["projectId"], refreshes: true },
  revokeSigningKeysVerb,
);
