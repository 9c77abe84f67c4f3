import { ServiceError } from "./errors";

/** Refusals for a row that doesn't exist, or that the caller may not know of: both read alike. */
export const databaseNotFound = () => new ServiceError("database_not_found", "Database not found.");
export const projectNotFound = () => new ServiceError("project_not_found", "Project not found.");
export const userNotFound = () => new ServiceError("user_not_found", "User not found.");
export const userOrganisationNotFound = () => new ServiceError("organization_not_found", "Organisation not found.");
export const userOrganisationMemberNotFound = () =>
  new ServiceError("organization_member_not_found", "Member not found.");
export const connectionNotFound = () => new ServiceError("sso_connection_not_found", "Connection not found.");
export const bucketNotFound = () => new ServiceError("bucket_not_found", "Bucket not found.");
export const objectNotFound = () => new ServiceError("object_not_found", "Object not found.");
export const uploadNotFound = () => new ServiceError("upload_not_found", "Upload not found.");
export const functionNotFound = () => new ServiceError("function_not_found", "Function not found.");
