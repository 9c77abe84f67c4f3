import "server-only";
import type { ConnectionChanges, SetUpChanges } from "@/components/dashboard/projects/sso/changes";
import {
  addSsoDomain,
  createSsoSetUpLink,
  endSsoKeyRotation,
  removeSsoConnection,
  removeSsoDomain,
  revokeSsoSetUpLink,
  rotateSsoKey,
  setMemberConnectionRole,
  setSsoClient,
  setSsoMetadata,
  switchSsoConnection,
  verifySsoDomain,
} from "./sso-actions";
import { SSO_DOMAIN } from "./sso-forms";

type OwnedChanges = SetUpChanges & Pick<ConnectionChanges, "turn" | "remove">;

/** The changes that an admin makes to a connection of the organisation. */
export interface MemberConnectionChanges extends OwnedChanges {
  setRole: (role: string) => ReturnType<typeof setMemberConnectionRole>;
}

/** Returns the actions on one connection of an organisation. */
export function memberConnectionChanges(organisationId: string, connectionId: string): MemberConnectionChanges {
  return {
    ...ownedChanges(organisationId, organisationId, connectionId),
    setRole: setMemberConnectionRole.bind(null, organisationId, connectionId),
  };
}

/** Returns the actions that connections of projects and of organisations have. */
export function ownedChanges(...here: [organisationId: string, owner: string, connectionId: string]): OwnedChanges {
  return {
    turn: switchSsoConnection.bind(null, ...here),
    setMetadata: setSsoMetadata.bind(null, ...here),
    setClient: setSsoClient.bind(null, ...here),
    domainForm: SSO_DOMAIN.form,
    addDomain: addSsoDomain.bind(null, ...here),
    verifyDomain: verifySsoDomain.bind(null, ...here),
    removeDomain: removeSsoDomain.bind(null, ...here),
    rotateKey: rotateSsoKey.bind(null, ...here),
    endKeyRotation: endSsoKeyRotation.bind(null, ...here),
    createLink: createSsoSetUpLink.bind(null, ...here),
    revokeLink: revokeSsoSetUpLink.bind(null, ...here),
    remove: removeSsoConnection.bind(null, ...here),
  };
}
