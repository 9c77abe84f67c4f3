"use server";

import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { SsoConnectionId } from "@/lib/core/id-schemas";
import { SetMemberRoleInput, setMemberRole } from "@/lib/people/sso/member-role";
import { connectionOf, connectionsOf } from "@/lib/people/sso/owner";
import { createSsoConnection } from "@/lib/sign-in/sso/connections/create";
import { endSsoKeyRotation } from "@/lib/sign-in/sso/connections/end-key-rotation";
import { ConnectionFields } from "@/lib/sign-in/sso/connections/fields";
import { removeSsoConnection } from "@/lib/sign-in/sso/connections/remove";
import { SSO_PROTOCOLS } from "@/lib/sign-in/sso/connections/resource";
import { rotateSsoKey } from "@/lib/sign-in/sso/connections/rotate-key";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { addSsoDomain } from "@/lib/sign-in/sso/domains/add";
import { removeSsoDomain } from "@/lib/sign-in/sso/domains/remove";
import { verifySsoDomain } from "@/lib/sign-in/sso/domains/verify";
import { createSetUpLink } from "@/lib/sign-in/sso/set-up/create-link";
import { revokeSetUpLink } from "@/lib/sign-in/sso/set-up/revoke-link";
import { defineAction } from "@/lib/web/define-action";

const OfConnection = z.object({ connectionId: SsoConnectionId });
const OfDomain = OfConnection.extend({ domain: z.string().trim().min(1).max(253) });
const ofConnection = ["connectionId"] as const;

const homeOf = ({ organisationId }: { organisationId: string }) => `/dashboard/${organisationId}/sso`;

export const createMemberConnection = defineAction(
  {
    operationId: "dashboardCreateMemberConnection",
    input: z.object({ name: ConnectionFields.name, protocol: z.enum(SSO_PROTOCOLS) }),
    isForm: true,
    messages: { name: "Enter the company's name." },
    refreshes: true,
    redirect: (input, id) => `${homeOf(input)}/${id}`,
  },
  async (_ctx, { organisationId, name, protocol }, { ctx }) => {
    const given = { name, protocol, createsUsers: true, startsAtProvider: false };
    return (await createSsoConnection(ctx, { ...given, ...(await connectionsOf(ctx, organisationId)) })).id;
  },
);

export const switchMemberConnection = defineAction(
  {
    operationId: "dashboardSwitchMemberConnection",
    input: OfConnection.extend({
      setting: z.enum(["enabled", "required", "createsUsers", "startsAtProvider", "trustsSecondFactor"]),
      isOn: z.boolean(),
    }),
    args: [...ofConnection, "setting", "isOn"],
    refreshes: true,
  },
  async (_ctx, { setting, isOn, ...address }, { ctx }) => {
    await updateSsoConnection(ctx, { ...(await connectionOf(ctx, address)), [setting]: isOn });
  },
);

export const setMemberConnectionRole = defineAction(
  {
    operationId: "dashboardSetMemberConnectionRole",
    input: SetMemberRoleInput,
    args: [...ofConnection, "role"],
    messages: { role: "Unknown role." },
    refreshes: true,
  },
  setMemberRole,
);

export const setMemberMetadata = defineAction(
  {
    operationId: "dashboardSetMemberMetadata",
    input: OfConnection.extend({
      metadata: z.string().trim().max(262_144),
      metadataUrl: z.string().trim().max(2_048),
    }),
    args: ofConnection,
    isForm: true,
    refreshes: true,
  },
  async (_ctx, { metadata, metadataUrl, ...address }, { ctx }) => {
    if (metadata === "" && metadataUrl === "") {
      throw new ServiceError("invalid_request", "Enter the metadata, or its address.");
    }
    const saml = metadataUrl === "" ? { metadata } : { metadataUrl };
    await updateSsoConnection(ctx, { ...(await connectionOf(ctx, address)), saml });
  },
);

/** An empty field leaves the current value. */
const ClientText = z
  .string()
  .trim()
  .max(2_048)
  .transform((text) => (text === "" ? undefined : text));

export const setMemberClient = defineAction(
  {
    operationId: "dashboardSetMemberClient",
    input: OfConnection.extend({ issuer: ClientText, clientId: ClientText, clientSecret: ClientText }),
    args: ofConnection,
    isForm: true,
    refreshes: true,
  },
  async (_ctx, { issuer, clientId, clientSecret, ...address }, { ctx }) => {
    const oidc = { issuer, clientId, clientSecret };
    await updateSsoConnection(ctx, { ...(await connectionOf(ctx, address)), oidc });
  },
);

export const addMemberDomain = defineAction(
  {
    operationId: "dashboardAddMemberDomain",
    input: OfDomain,
    args: ofConnection,
    isForm: true,
    messages: { domain: "Enter a domain, such as acme.example." },
    refreshes: true,
  },
  async (ctx, { domain, ...address }) => addSsoDomain(ctx, { ...(await connectionOf(ctx, address)), domain }),
);

export const verifyMemberDomain = defineAction(
  { operationId: "dashboardVerifyMemberDomain", input: OfDomain, args: [...ofConnection, "domain"], refreshes: true },
  async (ctx, { domain, ...address }) => verifySsoDomain(ctx, { ...(await connectionOf(ctx, address)), domain }),
);

export const removeMemberDomain = defineAction(
  { operationId: "dashboardRemoveMemberDomain", input: OfDomain, args: [...ofConnection, "domain"], refreshes: true },
  async (ctx, { domain, ...address }) => removeSsoDomain(ctx, { ...(await connectionOf(ctx, address)), domain }),
);

export const rotateMemberKey = defineAction(
  { operationId: "dashboardRotateMemberKey", input: OfConnection, args: ofConnection, refreshes: true },
  async (_ctx, address, { ctx }) => {
    await rotateSsoKey(ctx, await connectionOf(ctx, address));
  },
);

export const endMemberKeyRotation = defineAction(
  { operationId: "dashboardEndMemberKeyRotation", input: OfConnection, args: ofConnection, refreshes: true },
  async (_ctx, address, { ctx }) => {
    await endSsoKeyRotation(ctx, await connectionOf(ctx, address));
  },
);

export const createMemberSetUpLink = defineAction(
  {
    operationId: "dashboardCreateMemberSetUpLink",
    input: OfConnection,
    args: ofConnection,
    isForm: true,
    refreshes: true,
  },
  async (ctx, address) => createSetUpLink(ctx, { ...(await connectionOf(ctx, address)), days: 7 }),
);

export const revokeMemberSetUpLink = defineAction(
  { operationId: "dashboardRevokeMemberSetUpLink", input: OfConnection, args: ofConnection, refreshes: true },
  async (ctx, address) => revokeSetUpLink(ctx, await connectionOf(ctx, address)),
);

export const removeMemberConnection = defineAction(
  {
    operationId: "dashboardRemoveMemberConnection",
    input: OfConnection,
    args: ofConnection,
    isForm: true,
    refreshes: true,
    redirect: homeOf,
  },
  async (ctx, address) => {
    await removeSsoConnection(ctx, await connectionOf(ctx, address));
  },
);
