import type { ServiceError } from "../errors";
import * as notFound from "../not-found";
import { Prisma } from "./generated/client";

/** The refusals for rows of these models. */
const REFUSAL_OF: Record<string, () => ServiceError> = {
  Database: notFound.databaseNotFound,
  Project: notFound.projectNotFound,
  User: notFound.userNotFound,
  UserOrganisation: notFound.userOrganisationNotFound,
  UserOrganisationMember: notFound.userOrganisationMemberNotFound,
  SsoConnection: notFound.connectionNotFound,
  Bucket: notFound.bucketNotFound,
  StoredObject: notFound.objectNotFound,
  ObjectUpload: notFound.uploadNotFound,
  ProjectFunction: notFound.functionNotFound,
} satisfies Partial<Record<Prisma.ModelName, () => ServiceError>>;

/**
 * Returns the refusal that the next request will get, if the error says that a row is missing which has to exist: the
 * verb has found it before, and somebody deleted it meanwhile.
 */
export function asGoneRow(error: unknown, model: string | undefined): unknown {
  const isMissing = error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2025";
  return (isMissing && REFUSAL_OF[model ?? ""]?.()) || error;
}
