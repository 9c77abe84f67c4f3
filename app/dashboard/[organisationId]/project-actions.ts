"use server";

import { z } from "zod";
import { KeyId, ProjectId, TestTokenId } from "@/lib/core/id-schemas";
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
import { requireTyped, Typed } from "@/lib/web/confirmation";
import { defineAction } from "@/lib/web/define-action";
import { expiryOf } from "@/lib/web/forms/lifetime";
import { submitted } from "@/lib/web/forms/submitted";
import { SERVER_KEY, TEST_TOKEN } from "./key-forms";
import { PROJECT } from "./project-forms";

const NAME = "Enter a name of 1 to 64 characters.";

const InProject = z.object({ projectId: ProjectId });

export const createProject = defineAction(
  {
    operationId: "dashboardCreateProject",
    ...submitted(z.object({}), PROJECT),
    refreshes: true,
    redirect: ({ organisationId }, { id }) => `/dashboard/${organisationId}/projects/${id}`,
  },
  createProjectVerb,
);

export const renameProject = defineAction(
  {
    operationId: "dashboardRenameProject",
    ...submitted(InProject, PROJECT),
    args: ["projectId"],
    refreshes: true,
  },
  renameProjectVerb,
);

export const deleteProject = defineAction(
  {
    operationId: "dashboardDeleteProject",
    input: InProject.extend({ confirmation: Typed }),
    args: ["projectId"],
    isForm: true,
    refreshes: true,
    redirect: ({ organisationId }) => `/dashboard/${organisationId}/projects`,
  },
  async (ctx, { confirmation, ...address }) => {
    const { name } = await showProject(ctx, address);
    requireTyped(confirmation, name, `Type ${name} to confirm.`);
    return deleteProjectVerb(ctx, address);
  },
);

export const restoreProject = defineAction(
  { operationId: "dashboardRestoreProject", input: InProject, args: ["projectId"], refreshes: true },
  restoreProjectVerb,
);

export const allowOrigin = defineAction(
  {
    operationId: "dashboardAllowOrigin",
    input: InProject.extend(AllowOriginInput.pick({ origin: true }).shape),
    args: ["projectId"],
    isForm: true,
    messages: { origin: ({ message }) => `The origin ${message}.` },
    refreshes: true,
  },
  allowOriginVerb,
);

export const createGuideKey = defineAction(
  {
    operationId: "dashboardCreateGuideKey",
    input: InProject.extend(CreatePublicKeyInput.pick({ name: true }).shape),
    args: ["projectId", "name"],
    messages: { name: NAME },
    refreshes: true,
  },
  async (ctx, input) => {
    const { secret } = await createPublicKey(ctx, { ...input, scope: "read-write", expiresAt: null });
    return { secret };
  },
);

const SettingsChange = z.partialRecord(z.enum(SETTING_KEYS), z.unknown());

export const saveProjectSettings = defineAction(
  {
    operationId: "dashboardSaveProjectSettings",
    input: InProject.extend({ settings: SettingsChange }),
    args: ["projectId", "settings"],
    refreshes: true,
  },
  async (ctx, input) => {
    await updateSettings(ctx, input);
  },
);

export const saveMailTexts = defineAction(
  {
    operationId: "dashboardSaveMailTexts",
    input: InProject.extend({ texts: MailTexts }),
    args: ["projectId", "texts"],
    refreshes: true,
  },
  setMailTexts,
);

export const sendTestMail = defineAction(
  {
    operationId: "dashboardSendTestMail",
    input: InProject.extend(TemplatePlace.shape),
    args: ["projectId", "kind", "locale"],
  },
  sendTestMailVerb,
);

const Kind = z.enum(["public", "server"]);

/** Server keys have each scope that public keys have. */
const KeyForm = InProject.extend({ kind: Kind, ...SERVER_KEY.input }).refine(
  ({ kind, scope }) => kind === "server" || scope !== "admin",
);

export const createProjectKey = defineAction(
  {
    operationId: "dashboardCreateProjectKey",
    input: KeyForm,
    args: ["projectId", "kind"],
    isForm: true,
    messages: SERVER_KEY.messages,
    refreshes: true,
  },
  async (ctx, { kind, days, ...input }) => {
    const { scope, ...given } = { ...input, expiresAt: expiryOf(ctx, days) };
    const { secret } =
      kind === "public" && scope !== "admin"
        ? await createPublicKey(ctx, { ...given, scope })
        : await createServerKey(ctx, { ...given, scope });
    return { secret };
  },
);

export const revokeProjectKey = defineAction(
  {
    operationId: "dashboardRevokeProjectKey",
    input: InProject.extend({ kind: Kind, keyId: KeyId }),
    args: ["projectId", "kind", "keyId"],
    refreshes: true,
  },
  revokeProjectKeyVerb,
);

export const switchTestTokens = defineAction(
  {
    operationId: "dashboardSwitchTestTokens",
    input: InProject.extend({ isOn: z.boolean() }),
    args: ["projectId", "isOn"],
    refreshes: true,
  },
  async (ctx, { isOn, ...address }) => {
    await updateSettings(ctx, { ...address, settings: { methods: { testTokens: isOn } } });
  },
);

export const createTestToken = defineAction(
  {
    operationId: "dashboardCreateTestToken",
    ...submitted(InProject, TEST_TOKEN),
    args: ["projectId"],
    refreshes: true,
  },
  async (ctx, { organisationId: _, ...input }) => {
    const { token } = await createTestTokenVerb(ctx, input);
    return { secret: token };
  },
);

export const revokeTestToken = defineAction(
  {
    operationId: "dashboardRevokeTestToken",
    input: InProject.extend({ testTokenId: TestTokenId }),
    args: ["projectId", "testTokenId"],
    refreshes: true,
  },
  revokeTestTokenVerb,
);
