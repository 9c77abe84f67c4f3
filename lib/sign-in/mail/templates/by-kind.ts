import type { MailKind } from "../messages";
import { AccessRemoved } from "./access-removed";
import { AccountCreated } from "./account-created";
import { AccountDeletion } from "./account-deletion";
import { AccountExists } from "./account-exists";
import { AccountLinked } from "./account-linked";
import { AccountLocked } from "./account-locked";
import { ChangeEmailConfirmation } from "./change-email-confirmation";
import { ChangeEmailVerification } from "./change-email-verification";
import { EmailChanged } from "./email-changed";
import { EmailVerification } from "./email-verification";
import { Invitation } from "./invitation";
import { PasskeyAdded } from "./passkey-added";
import { PasskeyRemoved } from "./passkey-removed";
import { PasswordChanged } from "./password-changed";
import { PasswordReset } from "./password-reset";
import { PasswordSet } from "./password-set";
import { SignIn } from "./sign-in";
import type { Template } from "./template";
import { TwoFactorDisabled } from "./two-factor-disabled";
import { TwoFactorEnabled } from "./two-factor-enabled";
import { UserInvitation } from "./user-invitation";
import { WebhookDisabled } from "./webhook-disabled";

export const TEMPLATES: { [Kind in MailKind]: Template<Kind> } = {
  "sign-in": SignIn,
  "email-verification": EmailVerification,
  "password-reset": PasswordReset,
  "account-exists": AccountExists,
  "change-email-confirmation": ChangeEmailConfirmation,
  "change-email-verification": ChangeEmailVerification,
  "email-changed": EmailChanged,
  "password-changed": PasswordChanged,
  "password-set": PasswordSet,
  "account-created": AccountCreated,
  "passkey-added": PasskeyAdded,
  "passkey-removed": PasskeyRemoved,
  "two-factor-enabled": TwoFactorEnabled,
  "two-factor-disabled": TwoFactorDisabled,
  "access-removed": AccessRemoved,
  "account-linked": AccountLinked,
  "account-locked": AccountLocked,
  "account-deletion": AccountDeletion,
  invitation: Invitation,
  "user-invitation": UserInvitation,
  "webhook-disabled": WebhookDisabled,
};
