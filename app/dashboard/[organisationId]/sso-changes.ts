import "server-only";
import type { ConnectionChanges, SetUpChanges } from "@/components/dashboard/projects/sso/changes";
import { bindTo } from "@/lib/web/bind-to";
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
} from "./sso-actions";
import { CLIENT, METADATA, SSO_DOMAIN } from "./sso-forms";

type OwnedChanges = SetUpChanges & Pick<ConnectionChanges, "turn" | "remove">;

/** Returns the actions that connections of projects and of organisations have. */
export function ownedChanges(...place: [organisationId: string, owner: string, id: string]): OwnedChanges {
  const here = bindTo(...place);
  return {
    turn: here(switchSsoConnection),
    metadataForm: METADATA.form,
    setMetadata: here(setSsoMetadata),
    clientForm: CLIENT.form,
    setClient: here(setSsoClient),
    domainForm: SSO_DOMAIN.form,
    addDomain: here(addSsoDomain),
    verifyDomain: here(verifySsoDomain),
    removeDomain: here(removeSsoDomain),
    rotateKey: here(rotateSsoKey),
    endKeyRotation: here(endSsoKeyRotation),
    createLink: here(createSsoSetUpLink),
    revokeLink: here(revokeSsoSetUpLink),
    remove: here(removeSsoConnection),
  };
}
