import type { Metadata } from "next";
import { ActionForm } from "@/components/dashboard/action-form";
import { SignOutButton } from "@/components/dashboard/sign-out-button";
import { SiteHeader } from "@/components/site/site-header";
import { isSignUpOpen } from "@/lib/accounts/dashboard-project";
import { listOwnInvitations } from "@/lib/invitations/list-own";
import { SERVICE } from "@/lib/service";
import { requireAccount } from "@/lib/web/current-member";
import { signOut } from "../actions";
import styles from "../dashboard.module.css";
import { answerInvitation, makeOrganisation } from "./actions";

export const metadata: Metadata = { title: "Invitations" };

export default async function InvitationsPage() {
  const { account, ctx } = await requireAccount();
  const [invitations, isOpen] = await Promise.all([listOwnInvitations(ctx), isSignUpOpen(ctx)]);
  return (
    <>
      <SiteHeader name={SERVICE.name} />
      <main id="main" className={styles.page}>
        <div className={styles.heading}>
          <h1>Invitations</h1>
          <div className={styles.member}>
            <span>{account.email}</span>
            <SignOutButton action={signOut} />
          </div>
        </div>
        {invitations.length === 0 && <p>Nobody has invited {account.email} to an organisation.</p>}
        {invitations.map(({ id, organisationName, role }) => (
          <ActionForm key={id} action={answerInvitation}>
            <p>
              {organisationName} invites you as {role}.
            </p>
            <input type="hidden" name="invitation" value={id} />
            <button type="submit" name="answer" value="accept">
              Join {organisationName}
            </button>{" "}
            <button type="submit" name="answer" value="decline">
              Decline
            </button>
          </ActionForm>
        ))}
        {isOpen && (
          <section>
            <h2>An organisation of your own</h2>
            <ActionForm action={makeOrganisation}>
              <label>
                Name <input name="name" required maxLength={64} autoComplete="organization" />
              </label>{" "}
              <button type="submit">Make it</button>
            </ActionForm>
          </section>
        )}
      </main>
    </>
  );
}
