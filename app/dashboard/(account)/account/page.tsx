import { Button, Group, Text } from "@mantine/core";
import classes from "@/components/dashboard/account/account.module.css";
import { SessionList } from "@/components/dashboard/account/session-list";
import { SingleKeys } from "@/components/dashboard/account/single-keys";
import { ThemeChoice } from "@/components/dashboard/account/theme-choice";
import { TimeZone } from "@/components/dashboard/account/time-zone";
import { roleName } from "@/components/dashboard/members/role";
import { ActionForm } from "@/components/ui/action-form";
import { ConfirmByTyping } from "@/components/ui/confirm-by-typing";
import { Consequences } from "@/components/ui/consequences";
import { Facts } from "@/components/ui/facts";
import { countText } from "@/components/ui/figure-text";
import { LinkAnchor } from "@/components/ui/link";
import { dayText } from "@/components/ui/moment-text";
import { PageHeading } from "@/components/ui/page-heading";
import { Person } from "@/components/ui/person";
import { SettingsSection, SettingsSections } from "@/components/ui/settings-sections";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextSetting } from "@/components/ui/text-setting";
import { GRACE_DAYS } from "@/lib/people/account-deletion/request-deletion";
import { getDashboardProjectId } from "@/lib/people/accounts/dashboard-project";
import type { SignedInAccount } from "@/lib/people/accounts/find-session";
import type { AccountDetails } from "@/lib/people/accounts/resource";
import { showAccount } from "@/lib/people/accounts/show";
import type { MembersConnection } from "@/lib/people/accounts/sso-access";
import { requireAccount } from "@/lib/web/current-member";
import { signOut } from "../../actions";
import { deleteAccount, endOtherSessions, keepAccount, renameAccount } from "./actions";
import { ACCOUNT_NAME } from "./form";

export const metadata = { title: "Account" };

export default async function AccountPage() {
  const { account, ctx, sessionId } = await requireAccount();
  if (account.connection !== null) return <AccountByConnection account={account} connection={account.connection} />;
  const [projectId, details] = await Promise.all([getDashboardProjectId(ctx), showAccount(ctx, { sessionId })]);
  const { email, name, memberships, deletionDueAt } = account;
  return (
    <>
      <PageHeading title="Account">
        <ActionForm action={signOut}>
          <SubmitButton variant="default">Sign out</SubmitButton>
        </ActionForm>
      </PageHeading>
      <SettingsSections>
        <SettingsSection title="Profile" text="Members of your organisations see it.">
          <div className={classes.person}>
            <Person name={name} email={email} hasAddress />
          </div>
          <TextSetting form={ACCOUNT_NAME.form} value={name} autoComplete="name" action={renameAccount} />
        </SettingsSection>
        <SettingsSection title="Sign-in" text="Change them on the sign-in page, which leads back here.">
          <Facts facts={signInFacts(email, details)} />
          <Group mt="sm">
            <Button
              component="a"
              href={`/auth/${projectId}/account?redirect_to=/auth/${projectId}/dashboard?to=/dashboard/account`}
              variant="default"
            >
              Manage sign-in
            </Button>
          </Group>
        </SettingsSection>
        <SettingsSection title="Sessions" text="Where you're signed in.">
          <SessionList sessions={details.sessions} endOthers={endOtherSessions} />
        </SettingsSection>
        <SettingsSection title="Display" text="Kept in this browser.">
          <Facts
            facts={[
              ["Theme", <ThemeChoice key="theme" />],
              ["Time zone", <TimeZone key="zone" />],
              ["Keyboard", <SingleKeys key="keys" />],
            ]}
          />
        </SettingsSection>
        <SettingsSection title="Organisations">
          <ul className={classes.list}>
            {memberships.map(({ organisationId, organisationName, role }) => (
              <li key={organisationId}>
                <LinkAnchor href={`/dashboard/${organisationId}`} inherit>
                  {organisationName}
                </LinkAnchor>
                <span className="meta">{roleName(role)}</span>
              </li>
            ))}
          </ul>
          {memberships.length === 0 && (
            <Text size="sm" c="dimmed">
              You aren't a member of any organisation yet.
            </Text>
          )}
          <LinkAnchor href="/dashboard/invitations" size="sm">
            Invitations and new organisations
          </LinkAnchor>
        </SettingsSection>
        <SettingsSection title="Danger zone">
          {deletionDueAt === null ? <DeleteAccount email={email} /> : <KeepAccount dueAt={deletionDueAt} />}
        </SettingsSection>
      </SettingsSections>
    </>
  );
}

/** The account belongs to the person, so that a session by an organisation's connection changes nothing of it. */
function AccountByConnection({
  account: { email, name, memberships },
  connection,
}: {
  account: SignedInAccount;
  connection: MembersConnection;
}) {
  const organisation = memberships[0]?.organisationName ?? "its organisation";
  return (
    <>
      <PageHeading title="Account" text={`You're signed in by ${connection.name}.`}>
        <ActionForm action={signOut}>
          <SubmitButton variant="default">Sign out</SubmitButton>
        </ActionForm>
      </PageHeading>
      <SettingsSections>
        <SettingsSection title="Profile">
          <div className={classes.person}>
            <Person name={name} email={email} hasAddress />
          </div>
        </SettingsSection>
        <SettingsSection title="Single sign-on">
          <Text size="sm">
            This session opens {organisation} alone. To change your account or open another organisation, sign out and
            sign in another way, such as by a link to your email.
          </Text>
        </SettingsSection>
      </SettingsSections>
    </>
  );
}

function signInFacts(email: string, { hasPassword, passkeys, hasTwoFactor, providers }: AccountDetails) {
  const connected = providers.map((provider) => provider.charAt(0).toUpperCase() + provider.slice(1));
  return [
    ["Email", email],
    ["Password", hasPassword ? "Set" : "Not set"],
    ["Two-step verification", hasTwoFactor ? "On" : "Off"],
    ["Passkeys", passkeys === 0 ? "No passkeys yet" : countText(passkeys, "passkey")],
    ...(connected.length > 0 ? [["Connected", connected.join(", ")] as const] : []),
  ] as const;
}

function DeleteAccount({ email }: { email: string }) {
  return (
    <ConfirmByTyping title="Delete account" name={email} action={deleteAccount}>
      <Consequences
        goes="Your account, your API keys, and empty organisations that only you belong to."
        stays="Organisations with other members, and the audit log."
        undo={`Sign in within ${GRACE_DAYS} days to cancel. After that, it can't be undone.`}
      />
    </ConfirmByTyping>
  );
}

function KeepAccount({ dueAt }: { dueAt: string }) {
  return (
    <ActionForm action={keepAccount} label="Cancel deletion">
      <Text size="sm">
        Your account will be deleted on <time dateTime={dueAt}>{dayText(dueAt)}</time>. You can cancel until then.
      </Text>
      <Group>
        <SubmitButton>Cancel deletion</SubmitButton>
      </Group>
    </ActionForm>
  );
}
