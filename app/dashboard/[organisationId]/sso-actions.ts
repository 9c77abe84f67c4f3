"use server";

import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { OrganisationId, ProjectId, SsoConnectionId } from "@/lib/core/id-schemas";
import { projectNotFound } from "@/lib/core/not-found";
import { SetMemberRoleInput, setMemberRole } from "@/lib/people/sso/member-role";
import { connectionsOf } from "@/lib/people/sso/owner";
import type { ServiceContext } from "@/lib/runtime";
import type { ConnectionOwner } from "@/lib/sign-in/sso/connections/authorise";
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
import { actionsOn } from "@/lib/web/define-action";
import { submitted } from "@/lib/web/forms/submitted";
import { giving } from "@/lib/web/giving";
import { inOrganisation } from "@/lib/web/places";
import { CLIENT, CONNECTION, METADATA, SSO_DOMAIN } from "./sso-forms";

/** The owner of a connection: a project, or the organisation itself. */
const owner = z.union([ProjectId, OrganisationId]);
const owned = actionsOn(["owner"], { owner });
const ofConnection = actionsOn(["owner", "connectionId"], { owner, connectionId: SsoConnectionId });
const ofDomain = actionsOn(["owner", "connectionId", "domain"], {
  ...{ owner, connectionId: SsoConnectionId },
  domain: z.string().trim().min(1).max(253),
});

interface OwnerPlace {
  organisationId: string;
  owner: string;
}

/** Returns the page of an owner's connections, seen from that of the organisation. */
const listOf = ({ organisationId, owner }: OwnerPlace) => (owner === organisationId ? "sso" : `projects/${owner}/sso`);

/** Returns the owner by which verbs know it. They check the permission, and whether the project is the organisation's. */
async function ownerOf(ctx: Context, { organisationId, owner }: OwnerPlace) {
  if (owner === organisationId) return connectionsOf(ctx, organisationId);
  if (!ProjectId.safeParse(owner).success) throw projectNotFound();
  return { projectId: owner };
}

/** Returns a verb that gets the owner as verbs know it. */
function byOwner<Input extends ConnectionOwner, Value>(verb: (ctx: ServiceContext, input: Input) => Promise<Value>) {
  return async (
    ctx: ServiceContext,
    { organisationId, owner, ...input }: OwnerPlace & Omit<Input, keyof ConnectionOwner>,
  ) => verb(ctx, { ...input, ...(await ownerOf(ctx, { organisationId, owner })) } as unknown as Input);
}

/** Returns the address of a connection. */
async function addressOf(ctx: Context, { connectionId, ...place }: OwnerPlace & { connectionId: string }) {
  return { ...(await ownerOf(ctx, place)), connectionId };
}

export const createSsoConnection = owned(
  "dashboardCreateSsoConnection",
  { ...submitted(CONNECTION), redirect: (input, id) => `${listOf(input)}/${id}` },
  async (ctx, { name, protocol, ...place }) => {
    const given = { name, protocol, createsUsers: true, startsAtProvider: false };
    return (await createSsoConnectionVerb(ctx, { ...given, ...(await ownerOf(ctx, place)) })).id;
  },
);

export const switchSsoConnection = ofConnection(
  "dashboardSwitchSsoConnection",
  {
    input: {
      setting: z.enum(["enabled", "required", "createsUsers", "startsAtProvider", "trustsSecondFactor"]),
      isOn: z.boolean(),
    },
    args: ["setting", "isOn"],
  },
  async (ctx, { setting, isOn, ...place }) => {
    await updateSsoConnection(ctx, { ...(await addressOf(ctx, place)), [setting]: isOn });
  },
);

export const setSsoMetadata = ofConnection(
  "dashboardSetSsoMetadata",
  { ...submitted(METADATA), input: { metadata: z.string().trim().max(262_144), ...METADATA.input } },
  async (ctx, { metadata, metadataUrl, ...place }) => {
    if (metadata === "" && metadataUrl === undefined) {
      throw new ServiceError("invalid_request", "Enter the metadata, or its address.");
    }
    const saml = metadataUrl === undefined ? { metadata } : { metadataUrl };
    await updateSsoConnection(ctx, { ...(await addressOf(ctx, place)), saml });
  },
);

export const setSsoClient = ofConnection(
  "dashboardSetSsoClient",
  submitted(CLIENT),
  async (ctx, { issuer, clientId, clientSecret, ...place }) => {
    const oidc = { issuer, clientId, clientSecret };
    await updateSsoConnection(ctx, { ...(await addressOf(ctx, place)), oidc });
  },
);

export const addSsoDomain = ofConnection("dashboardAddSsoDomain", submitted(SSO_DOMAIN), byOwner(addSsoDomainVerb));

export const verifySsoDomain = ofDomain("dashboardVerifySsoDomain", {}, byOwner(verifySsoDomainVerb));

export const removeSsoDomain = ofDomain("dashboardRemoveSsoDomain", {}, byOwner(removeSsoDomainVerb));

export const rotateSsoKey = ofConnection("dashboardRotateSsoKey", {}, giving([], byOwner(rotateSsoKeyVerb)));

export const endSsoKeyRotation = ofConnection(
  "dashboardEndSsoKeyRotation",
  {},
  giving([], byOwner(endSsoKeyRotationVerb)),
);

export const createSsoSetUpLink = ofConnection("dashboardCreateSsoSetUpLink", { isForm: true }, async (ctx, place) =>
  createSetUpLink(ctx, { ...(await addressOf(ctx, place)), days: 7 }),
);

export const revokeSsoSetUpLink = ofConnection("dashboardRevokeSsoSetUpLink", {}, byOwner(revokeSetUpLink));

export const removeSsoConnection = ofConnection(
  "dashboardRemoveSsoConnection",
  { isForm: true, redirect: listOf },
  giving([], byOwner(removeSsoConnectionVerb)),
);

/** Sets the role of people who become members of the organisation by one of its own connections. */
export const setMemberConnectionRole = inOrganisation(
  "dashboardSetMemberConnectionRole",
  { input: SetMemberRoleInput.shape, args: ["connectionId", "role"], messages: { role: "Unknown role." } },
  setMemberRole,
);
