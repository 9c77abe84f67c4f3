"use server";

import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { KeyId, TestTokenId } from "@/lib/core/id-schemas";
import { TemplatePlace } from "@/lib/sign-in/mail/own-texts/reset";
import { sendTestMail as sendTestMailVerb } from "@/lib/sign-in/mail/own-texts/send-test";
import { MailTexts, setMailTexts } from "@/lib/sign-in/mail/own-texts/set";
import { CreatePublicKeyInput, createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { createServerKey } from "@/lib/sign-in/project-keys/create-server-key";
import { revokeProjectKey as revokeProjectKeyVerb } from "@/lib/sign-in/project-keys/revoke";
import { AllowOriginInput, allowOrigin as allowOriginVerb } from "@/lib/sign-in/projects/allow-origin";
import { createProject as createProjectVerb } from "@/lib/sign-in/projects/create";
import { deleteProject as deleteProjectVerb } from "@/lib/sign-in/projects/delete";
import { renameProject as renameProjectVerb } from "@/lib/sign-in/projects/rename";
import { restoreProject as restoreProjectVerb } from "@/lib/sign-in/projects/restore";
import { SETTING_KEYS } from "@/lib/sign-in/projects/settings";
import { showProject } from "@/lib/sign-in/projects/show";
import { updateSettings } from "@/lib/sign-in/projects/update-settings";
import { createTestToken as createTestTokenVerb } from "@/lib/sign-in/test-tokens/create";
import { revokeTestToken as revokeTestTokenVerb } from "@/lib/sign-in/test-tokens/revoke";
import { expiryOf } from "@/lib/web/forms/lifetime";
import { submitted } from "@/lib/web/forms/submitted";
import { giving } from "@/lib/web/giving";
import { inOrganisation, inProject } from "@/lib/web/places";
import { SERVER_KEY, TEST_TOKEN } from "./key-forms";
import { PROJECT } from "./project-forms";

const NAME = "Enter a name of 1 to 64 characters.";

export const createProject = inOrganisation(
  "dashboardCreateProject",
  { ...submitted(PROJECT), redirect: (_input, { id }) => `projects/${id}` },
  createProjectVerb,
);

export const renameProject = inProject("dashboardRenameProject", submitted(PROJECT), renameProjectVerb);

export const deleteProject = inProject(
  "dashboardDeleteProject",
  { typed: async (ctx, place) => (await showProject(ctx, place)).name, isForm: true, redirect: ".." },
  deleteProjectVerb,
);

export const restoreProject = inProject("dashboardRestoreProject", {}, restoreProjectVerb);

export const allowOrigin = inProject(
  "dashboardAllowOrigin",
  {
    input: AllowOriginInput.pick({ origin: true }).shape,
    isForm: true,
    messages: { origin: ({ message }) => `The origin ${message}.` },
  },
  allowOriginVerb,
);

export const createGuideKey = inProject(
  "dashboardCreateGuideKey",
  { input: CreatePublicKeyInput.pick({ name: true }).shape, args: ["name"], messages: { name: NAME } },
  async (ctx, input) => {
    const { secret } = await createPublicKey(ctx, { ...input, scope: "read-write", expiresAt: null });
    return { secret };
  },
);

const SettingsChange = z.partialRecord(z.enum(SETTING_KEYS), z.unknown());

export const saveProjectSettings = inProject(
  "dashboardSaveProjectSettings",
  { input: { settings: SettingsChange }, args: ["settings"] },
  giving([], updateSettings),
);

export const saveMailTexts = inProject(
  "dashboardSaveMailTexts",
  { input: { texts: MailTexts }, args: ["texts"] },
  setMailTexts,
);

export const sendTestMail = inProject(
  "dashboardSendTestMail",
  { input: TemplatePlace.shape, args: ["kind", "locale"], refreshes: false },
  sendTestMailVerb,
);

const Kind = z.enum(["public", "server"]);

/** Server keys have each scope that public keys have. */
export const createProjectKey = inProject(
  "dashboardCreateProjectKey",
  { ...submitted(SERVER_KEY), input: { kind: Kind, ...SERVER_KEY.input }, args: ["kind"] },
  async (ctx, { kind, days, scope, ...input }) => {
    const given = { ...input, expiresAt: expiryOf(ctx, days) };
    if (kind === "server") return secretOf(await createServerKey(ctx, { ...given, scope }));
    if (scope === "admin") throw new ServiceError("invalid_request", "A public key can't have this scope.");
    return secretOf(await createPublicKey(ctx, { ...given, scope }));
  },
);

const secretOf = ({ secret }: { secret: string }) => ({ secret });

export const revokeProjectKey = inProject(
  "dashboardRevokeProjectKey",
  { input: { kind: Kind, keyId: KeyId }, args: ["kind", "keyId"] },
  revokeProjectKeyVerb,
);

export const switchTestTokens = inProject(
  "dashboardSwitchTestTokens",
  { input: { isOn: z.boolean() }, args: ["isOn"] },
  async (ctx, { isOn, ...address }) => {
    await updateSettings(ctx, { ...address, settings: { methods: { testTokens: isOn } } });
  },
);

export const createTestToken = inProject("dashboardCreateTestToken", submitted(TEST_TOKEN), async (ctx, input) => {
  const { token } = await createTestTokenVerb(ctx, input);
  return { secret: token };
});

export const revokeTestToken = inProject(
  "dashboardRevokeTestToken",
  { input: { testTokenId: TestTokenId }, args: ["testTokenId"] },
  revokeTestTokenVerb,
);
