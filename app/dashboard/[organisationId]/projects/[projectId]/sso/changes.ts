import "server-only";
import type { ConnectionChanges } from "@/components/dashboard/projects/sso/changes";
import { ownedChanges } from "../../../sso-changes";
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
    ...ownedChanges(...here),
    createToken: createScimToken.bind(null, ...here),
    rotateToken: rotateScimToken.bind(null, ...here),
    revokeToken: revokeScimToken.bind(null, ...here),
    setOrganisation: setScimOrganisation.bind(null, ...here),
    addRole: addScimRole.bind(null, ...here),
    removeRole: removeScimRole.bind(null, ...here),
  };
}
