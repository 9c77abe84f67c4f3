"use client";

import type { ReactNode } from "react";
import { TextsProvider, useUser } from "./auth-provider";
import { Panel } from "./panel";
import { AccountsSection, DeleteSection } from "./profile/accounts-section";
import { DetailsSection } from "./profile/details-section";
import { EmailSection } from "./profile/email-section";
import { PasskeysSection } from "./profile/passkeys-section";
import { PasswordSection } from "./profile/password-section";
import { DevicesSection, SessionsSection } from "./profile/sessions-section";
import type { PanelBaseProps } from "./sign-in-types";
import { TwoFactorSetup } from "./two-factor-setup";
import { useProject } from "./use-project";
import { useText } from "./use-text";

/**
 * A part of the account that `UserProfile` shows.
 *
 * @example
 * const sections: ProfileSection[] = ["details", "password"];
 */
export type ProfileSection =
  | "details"
  | "email"
  | "password"
  | "passkeys"
  | "two-factor"
  | "devices"
  | "sessions"
  | "accounts"
  | "delete";

/**
 * Props of `UserProfile`.
 *
 * @example
 * const props: UserProfileProps = { sections: ["details", "sessions"] };
 */
export interface UserProfileProps extends PanelBaseProps {
  /** The parts to show, of those the project has switched on. By default all are shown. */
  sections?: readonly ProfileSection[];
  /** The address that the links of mails lead to in the end. */
  redirectTo?: string;
  /** Called after the user deleted their account. */
  onDeleted?: () => void;
}

/**
 * Shows the user's account and changes it: name, address, password, passkeys, second factor, sessions, connected
 * accounts, deletion.
 *
 * @example
 * <UserProfile onDeleted={() => router.push("/")} />
 */
export function UserProfile({ locale, messages, ...props }: UserProfileProps): ReactNode {
  return (
    <TextsProvider locale={locale} messages={messages}>
      <Profile {...props} />
    </TextsProvider>
  );
}

function Profile({
  sections,
  redirectTo,
  onDeleted,
  headingLevel,
  className,
}: Omit<UserProfileProps, "locale" | "messages">): ReactNode {
  const text = useText();
  const { user, isLoading } = useUser();
  const { project } = useProject();
  const shows = (section: ProfileSection) => sections?.includes(section) ?? true;
  const panel = { headingLevel, className };
  if (!user) {
    return (
      <Panel part="user-profile" title={text("profile.title")} {...panel}>
        <p data-part="text" aria-busy={isLoading}>
          {isLoading ? null : text("profile.signedOut")}
        </p>
      </Panel>
    );
  }
  const methods = project?.methods;
  return (
    <Panel part="user-profile" title={text("profile.title")} {...panel}>
      {shows("details") ? <DetailsSection user={user} /> : null}
      {shows("email") ? (
        <EmailSection user={user} hasCodes={methods?.emailOtp ?? false} redirectTo={redirectTo} />
      ) : null}
      {shows("password") && methods?.password ? <PasswordSection user={user} /> : null}
      {shows("passkeys") && methods?.passkey ? <PasskeysSection /> : null}
      {shows("two-factor") && methods?.twoFactor ? <TwoFactorSetup headingLevel={headingLevel === 1 ? 2 : 3} /> : null}
      {shows("devices") && methods?.twoFactor ? <DevicesSection /> : null}
      {shows("sessions") ? <SessionsSection /> : null}
      {shows("accounts") ? <AccountsSection providers={project?.providers ?? []} /> : null}
      {shows("delete") ? <DeleteSection onDeleted={onDeleted} /> : null}
    </Panel>
  );
}
