import "server-only";
import type { ConnectionChanges } from "@/components/dashboard/projects/sso/changes";
import {
  addSsoDomain,
  createSsoSetUpLink,
  endSsoKeyRotation,
  removeSsoConnection,
  removeSsoDomain,
  revokeSsoSetUpLink,
  rotateSsoKey,
  setSsoClient,
  setSsoMetadata,
  switchSsoConnection,
  verifySsoDomain,
} from "./actions";
import {
  addScimRole,
  createScimToken,
  removeScimRole,
  revokeScimToken,
  rotateScimToken,
  setScimOrganisation,
} from "./directory-actions";

/** Returns the actions on one connection. */
export function connectionChanges(
  ...here: [organisationId: string, projectId: string, connectionId: string]
): ConnectionChanges {
  return {
    turn: switchSsoConnection.bind(null, ...here),
    setMetadata: setSsoMetadata.bind(null, ...here),
    setClient: setSsoClient.bind(null, ...here),
    addDomain: addSsoDomain.bind(null, ...here),
    verifyDomain: verifySsoDomain.bind(null, ...here),
    removeDomain: removeSsoDomain.bind(null, ...here),
    rotateKey: rotateSsoKey.bind(null, ...here),
    endKeyRotation: endSsoKeyRotation.bind(null, ...here),
    createLink: createSsoSetUpLink.bind(null, ...here),
    revokeLink: revokeSsoSetUpLink.bind(null, ...here),
    createToken: createScimToken.bind(null, ...here),
    rotateToken: rotateScimToken.bind(null, ...here),
    revokeToken: revokeScimToken.bind(null, ...here),
    setOrganisation: setScimOrganisation.bind(null, ...here),
    addRole: addScimRole.bind(null, ...here),
    removeRole: removeScimRole.bind(null, ...here),
    remove: removeSsoConnection.bind(null, ...here),
  };
}
