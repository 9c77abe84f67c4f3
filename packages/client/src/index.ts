export type { ChangeListener } from "./changes";
export type { AuthChange, ServiceAuthOptions, TokenStorage } from "./connection";
export { createServiceAuth, type ServiceAuth } from "./create-service-auth";
export type {
  FullOrganization,
  ListedOrganization,
  Organization,
  OrganizationInvitation,
  OrganizationMember,
  OrganizationRole,
  ReceivedInvitation,
} from "./organization-wire";
export type { OrganizationChange } from "./organizations";
export type {
  Failure,
  FailureCode,
  Result,
  Session,
  SignInResult,
  SignUpResult,
  Success,
  TwoFactorRequired,
} from "./result";
export type { SignOutOptions } from "./sign-out";
export type {
  Account,
  Brand,
  Methods,
  Passkey,
  PasswordPolicy,
  SessionRecord,
  SocialProvider,
  SsoConnection,
  TrustedDevice,
  User,
} from "./wire";
