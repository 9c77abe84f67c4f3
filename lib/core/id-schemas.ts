import { z } from "zod";
import { type IdKind, isId } from "./ids";

function idSchema(kind: IdKind) {
  return z.string().refine((value) => isId(kind, value), `must be the id of a ${kind}`);
}

export const OrganisationId = idSchema("organisation");
export const UserId = idSchema("user");
export const SessionId = idSchema("session");
export const PasskeyId = idSchema("passkey");
export const MemberId = idSchema("member");
export const InvitationId = idSchema("invitation");
export const KeyId = idSchema("key");
export const ProjectId = idSchema("project");
export const TestTokenId = idSchema("testToken");
export const DatabaseId = idSchema("database");
export const RestorePointId = idSchema("restorePoint");
export const DataChangeId = idSchema("dataChange");
export const BackgroundRunId = idSchema("backgroundRun");
export const SavedQueryId = idSchema("savedQuery");
export const UserImportId = idSchema("userImport");
export const ScimTokenId = idSchema("scimToken");
export const SsoConnectionId = idSchema("ssoConnection");
export const UserInvitationId = idSchema("userInvitation");
export const WebhookEndpointId = idSchema("webhookEndpoint");
export const WebhookDeliveryId = idSchema("webhookDelivery");
export const UserOrganisationId = idSchema("userOrganisation");
export const UserOrganisationMemberId = idSchema("userOrganisationMember");
export const UserOrganisationInvitationId = idSchema("userOrganisationInvitation");
export const AbuseReportId = idSchema("abuseReport");
export const BucketId = idSchema("bucket");
