"use server";

import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { ProjectId, SsoConnectionId } from "@/lib/core/id-schemas";
import { createSsoConnection as createSsoConnectionVerb } from "@/lib/sign-in/sso/connections/create";
import { endSsoKeyRotation as endSsoKeyRotationVerb } from "@/lib/sign-in/sso/connections/end-key-rotation";
import { ConnectionFields } from "@/lib/sign-in/sso/connections/fields";
import { removeSsoConnection as removeSsoConnectionVerb } from "@/lib/sign-in/sso/connections/remove";
import { SSO_PROTOCOLS } from "@/lib/sign-in/sso/connections/resource";
import { rotateSsoKey as rotateSsoKeyVerb } from "@/lib/sign-in/sso/connections/rotate-key";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { addSsoDomain as addSsoDomainVerb } from "@/lib/sign-in/sso/domains/add";
import { removeSsoDomain as removeSsoDomainVerb } from "@/lib/sign-in/sso/domains/remove";
import { verifySsoDomain as verifySsoDomainVerb } from "@/lib/sign-in/sso/domains/verify";
import { createSetUpLink } from "@/lib/sign-in/sso/set-up/create-link";
import { revokeSetUpLink } from "@/lib/sign-in/sso/set-up/revoke-link";
import { defineAction } from "@/lib/web/define-action";

const InProject = z.object({ projectId: ProjectId });
const OfConnection = InProject.extend({ connectionId: SsoConnectionId });
const OfDomain = OfConnection.extend({ domain: z.string().trim().min(1).max(253) });
const ofConnection = ["projectId", "connectionId"] as const;

const homeOf = ({ organisationId, projectId }: { organisationId: string; projectId: string }) =>
  `/dashboard/${organisationId}/projects/${projectId}/sso`;

export const createSsoConnection = defineAction(
  {
    operationId: "dashboardCreateSsoConnection",
    input: InProject.extend({ name: ConnectionFields.name, protocol: z.enum(SSO_PROTOCOLS) }),
    args: ["projectId"],
    isForm: true,
    messages: { name: "Enter the company's name." },
    refreshes: true,
    redirect: (input, id) => `${homeOf(input)}/${id}`,
  },
  async (_ctx, { projectId, name, protocol }, { ctx }) => {
    const given = { name, protocol, createsUsers: true, startsAtProvider: false };
    return (await createSsoConnectionVerb(ctx, { ...given, projectId })).id;
  },
);

export const switchSsoConnection = defineAction(
  {
    operationId: "dashboardSwitchSsoConnection",
    input: OfConnection.extend({
      setting: z.enum(["enabled", "required", "createsUsers", "startsAtProvider", "trustsSecondFactor"]),
      isOn: z.boolean(),
    }),
    args: [...ofConnection, "setting", "isOn"],
    refreshes: true,
  },
  async (_ctx, { projectId, connectionId, setting, isOn }, { ctx }) => {
    await updateSsoConnection(ctx, { projectId, connectionId, [setting]: isOn });
  },
);

export const setSsoMetadata = defineAction(
  {
    operationId: "dashboardSetSsoMetadata",
    input: OfConnection.extend({
      metadata: z.string().trim().max(262_144),
      metadataUrl: z.string().trim().max(2_048),
    }),
    args: ofConnection,
    isForm: true,
    refreshes: true,
  },
  async (_ctx, { projectId, connectionId, metadata, metadataUrl }, { ctx }) => {
    if (metadata === "" && metadataUrl === "") {
      throw new ServiceError("invalid_request", "Enter the metadata, or its address.");
    }
    const saml = metadataUrl === "" ? { metadata } : { metadataUrl };
    await updateSsoConnection(ctx, { projectId, connectionId, saml });
  },
);

/** An empty field leaves the current value. */
const ClientText = z
  .string()
  .trim()
  .max(2_048)
  .transform((text) => (text === "" ? undefined : text));

export const setSsoClient = defineAction(
  {
    operationId: "dashboardSetSsoClient",
    input: OfConnection.extend({ issuer: ClientText, clientId: ClientText, clientSecret: ClientText }),
    args: ofConnection,
    isForm: true,
    refreshes: true,
  },
  async (_ctx, { projectId, connectionId, ...oidc }, { ctx }) => {
    const { issuer, clientId, clientSecret } = oidc;
    await updateSsoConnection(ctx, { projectId, connectionId, oidc: { issuer, clientId, clientSecret } });
  },
);

export const addSsoDomain = defineAction(
  {
    operationId: "dashboardAddSsoDomain",
    input: OfDomain,
    args: ofConnection,
    isForm: true,
    messages: { domain: "Enter a domain, such as acme.example." },
    refreshes: true,
  },
  addSsoDomainVerb,
);

export const verifySsoDomain = defineAction(
  {
    operationId: "dashboardVerifySsoDomain",
    input: OfDomain,
    args: [...ofConnection, "domain"],
    refreshes: true,
  },
  verifySsoDomainVerb,
);

export const removeSsoDomain = defineAction(
  {
    operationId: "dashboardRemoveSsoDomain",
    input: OfDomain,
    args: [...ofConnection, "domain"],
    refreshes: true,
  },
  removeSsoDomainVerb,
);

export const rotateSsoKey = defineAction(
  { operationId: "dashboardRotateSsoKey", input: OfConnection, args: ofConnection, refreshes: true },
  async (_ctx, address, { ctx }) => {
    await rotateSsoKeyVerb(ctx, address);
  },
);

export const endSsoKeyRotation = defineAction(
  { operationId: "dashboardEndSsoKeyRotation", input: OfConnection, args: ofConnection, refreshes: true },
  async (ctx, address) => {
    await endSsoKeyRotationVerb(ctx, address);
  },
);

export const createSsoSetUpLink = defineAction(
  {
    operationId: "dashboardCreateSsoSetUpLink",
    input: OfConnection,
    args: ofConnection,
    isForm: true,
    refreshes: true,
  },
  async (ctx, { projectId, connectionId }) => createSetUpLink(ctx, { projectId, connectionId, days: 7 }),
);

export const revokeSsoSetUpLink = defineAction(
  { operationId: "dashboardRevokeSsoSetUpLink", input: OfConnection, args: ofConnection, refreshes: true },
  revokeSetUpLink,
);

export const removeSsoConnection = defineAction(
  {
    operationId: "dashboardRemoveSsoConnection",
    input: OfConnection,
    args: ofConnection,
    isForm: true,
    refreshes: true,
    redirect: (input) => homeOf(input),
  },
  removeSsoConnectionVerb,
);
