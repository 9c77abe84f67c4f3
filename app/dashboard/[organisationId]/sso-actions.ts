"use server";

import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { OrganisationId, ProjectId, SsoConnectionId } from "@/lib/core/id-schemas";
import { projectNotFound } from "@/lib/core/not-found";
import { SetMemberRoleInput, setMemberRole } from "@/lib/people/sso/member-role";
import { connectionsOf } from "@/lib/people/sso/owner";
import { createSsoConnection as createSsoConnectionVerb } from "@/lib/sign-in/sso/connections/create";
import { endSsoKeyRotation as endSsoKeyRotationVerb } from "@/lib/sign-in/sso/connections/end-key-rotation";
import { removeSsoConnection as removeSsoConnectionVerb } from "@/lib/sign-in/sso/connections/remove";
import { rotateSsoKey as rotateSsoKeyVerb } from "@/lib/sign-in/sso/connections/rotate-key";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { addSsoDomain as addSsoDomainVerb } from "@/lib/sign-in/sso/domains/add";
import { removeSsoDomain as removeSsoDomainVerb } from "@/lib/sign-in/sso/domains/remove";
import { verifySsoDomain as verifySsoDomainVerb } from "@/lib/sign-in/sso/domains/verify";
import { createSetUpLink } from "@/lib/sign-in/sso/set-up/create-link";
import { revokeSetUpLink } from "@/lib/sign-in/sso/set-up/revoke-link";
import { defineAction } from "@/lib/web/define-action";
import { submitted } from "@/lib/web/forms/submitted";
import { CONNECTION, SSO_DOMAIN } from "./sso-forms";

/** The owner of a connection: a project, or the organisation itself. */
const Owned = z.object({ owner: z.union([ProjectId, OrganisationId]) });
const OfConnection = Owned.extend({ connectionId: SsoConnectionId });
const OfDomain = OfConnection.extend({ domain: z.string().trim().min(1).max(253) });
const ofConnection = ["owner", "connectionId"] as const;

interface OwnerPlace {
  organisationId: string;
  owner: string;
}

const homeOf = ({ organisationId, owner }: OwnerPlace) =>
  `/dashboard/${organisationId}${owner === organisationId ? "" : `/projects/${owner}`}/sso`;

/** Returns the owner by which verbs know it. They check the permission, and whether the project is the organisation's. */
async function ownerOf(ctx: Context, { organisationId, owner }: OwnerPlace) {
  if (owner === organisationId) return connectionsOf(ctx, organisationId);
  if (!ProjectId.safeParse(owner).success) throw projectNotFound();
  return { projectId: owner };
}

/** Returns the address of a connection. */
async function addressOf(ctx: Context, { connectionId, ...place }: OwnerPlace & { connectionId: string }) {
  return { ...(await ownerOf(ctx, place)), connectionId };
}

export const createSsoConnection = defineAction(
  {
    operationId: "dashboardCreateSsoConnection",
    ...submitted(Owned, CONNECTION),
    args: ["owner"],
    refreshes: true,
    redirect: (input, id) => `${homeOf(input)}/${id}`,
  },
  async (_ctx, { name, protocol, ...place }, { ctx }) => {
    const given = { name, protocol, createsUsers: true, startsAtProvider: false };
    return (await createSsoConnectionVerb(ctx, { ...given, ...(await ownerOf(ctx, place)) })).id;
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
  async (_ctx, { setting, isOn, ...place }, { ctx }) => {
    await updateSsoConnection(ctx, { ...(await addressOf(ctx, place)), [setting]: isOn });
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
  async (_ctx, { metadata, metadataUrl, ...place }, { ctx }) => {
    if (metadata === "" && metadataUrl === "") {
      throw new ServiceError("invalid_request", "Enter the metadata, or its address.");
    }
    const saml = metadataUrl === "" ? { metadata } : { metadataUrl };
    await updateSsoConnection(ctx, { ...(await addressOf(ctx, place)), saml });
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
  async (_ctx, { issuer, clientId, clientSecret, ...place }, { ctx }) => {
    const oidc = { issuer, clientId, clientSecret };
    await updateSsoConnection(ctx, { ...(await addressOf(ctx, place)), oidc });
  },
);

export const addSsoDomain = defineAction(
  {
    operationId: "dashboardAddSsoDomain",
    ...submitted(OfConnection, SSO_DOMAIN),
    args: ofConnection,
    refreshes: true,
  },
  async (ctx, { domain, ...place }) => addSsoDomainVerb(ctx, { ...(await addressOf(ctx, place)), domain }),
);

export const verifySsoDomain = defineAction(
  {
    operationId: "dashboardVerifySsoDomain",
    input: OfDomain,
    args: [...ofConnection, "domain"],
    refreshes: true,
  },
  async (ctx, { domain, ...place }) => verifySsoDomainVerb(ctx, { ...(await addressOf(ctx, place)), domain }),
);

export const removeSsoDomain = defineAction(
  {
    operationId: "dashboardRemoveSsoDomain",
    input: OfDomain,
    args: [...ofConnection, "domain"],
    refreshes: true,
  },
  async (ctx, { domain, ...place }) => removeSsoDomainVerb(ctx, { ...(await addressOf(ctx, place)), domain }),
);

export const rotateSsoKey = defineAction(
  { operationId: "dashboardRotateSsoKey", input: OfConnection, args: ofConnection, refreshes: true },
  async (_ctx, place, { ctx }) => {
    await rotateSsoKeyVerb(ctx, await addressOf(ctx, place));
  },
);

export const endSsoKeyRotation = defineAction(
  { operationId: "dashboardEndSsoKeyRotation", input: OfConnection, args: ofConnection, refreshes: true },
  async (_ctx, place, { ctx }) => {
    await endSsoKeyRotationVerb(ctx, await addressOf(ctx, place));
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
  async (ctx, place) => createSetUpLink(ctx, { ...(await addressOf(ctx, place)), days: 7 }),
);

export const revokeSsoSetUpLink = defineAction(
  { operationId: "dashboardRevokeSsoSetUpLink", input: OfConnection, args: ofConnection, refreshes: true },
  async (ctx, place) => revokeSetUpLink(ctx, await addressOf(ctx, place)),
);

export const removeSsoConnection = defineAction(
  {
    operationId: "dashboardRemoveSsoConnection",
    input: OfConnection,
    args: ofConnection,
    isForm: true,
    refreshes: true,
    redirect: homeOf,
  },
  async (ctx, place) => {
    await removeSsoConnectionVerb(ctx, await addressOf(ctx, place));
  },
);

/** Sets the role of people who become members of the organisation by one of its own connections. */
export const setMemberConnectionRole = defineAction(
  {
    operationId: "dashboardSetMemberConnectionRole",
    input: SetMemberRoleInput,
    args: ["connectionId", "role"],
    messages: { role: "Unknown role." },
    refreshes: true,
  },
  setMemberRole,
);
