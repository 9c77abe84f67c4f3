import "server-only";
import type { ConnectionChanges, SetUpChanges } from "@/components/dashboard/projects/sso/changes";
import {
  addMemberDomain,
  createMemberSetUpLink,
  endMemberKeyRotation,
  removeMemberConnection,
  removeMemberDomain,
  revokeMemberSetUpLink,
  rotateMemberKey,
  setMemberClient,
  setMemberConnectionRole,
  setMemberMetadata,
  switchMemberConnection,
  verifyMemberDomain,
} from "./sso-actions";

/** The changes that an admin makes to a connection of the organisation. */
export interface MemberConnectionChanges extends SetUpChanges, Pick<ConnectionChanges, "turn" | "remove"> {
  setRole: (role: string) => ReturnType<typeof setMemberConnectionRole>;
}

/** Returns the actions on one connection of an organisation. */
export function memberConnectionChanges(
  ...here: [organisationId: string, connectionId: string]
): MemberConnectionChanges {
  return {
    turn: switchMemberConnection.bind(null, ...here),
    setRole: setMemberConnectionRole.bind(null, ...here),
    setMetadata: setMemberMetadata.bind(null, ...here),
    setClient: setMemberClient.bind(null, ...here),
    addDomain: addMemberDomain.bind(null, ...here),
    verifyDomain: verifyMemberDomain.bind(null, ...here),
    removeDomain: removeMemberDomain.bind(null, ...here),
    rotateKey: rotateMemberKey.bind(null, ...here),
    endKeyRotation: endMemberKeyRotation.bind(null, ...here),
    createLink: createMemberSetUpLink.bind(null, ...here),
    revokeLink: revokeMemberSetUpLink.bind(null, ...here),
    remove: removeMemberConnection.bind(null, ...here),
  };
}
