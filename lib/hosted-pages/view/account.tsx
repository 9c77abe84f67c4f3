import { type ProfileSection, UserProfile, useAuth } from "@coppice/auth/react";
import { useEffect } from "react";

interface Link {
  href: string;
  text: string;
}

export interface AccountProps {
  /** The address of this page, which the links of mails lead back to. */
  address: string;
  /** The link back to the page's opener. */
  back: Link | null;
  /** The place at which accounts of this project are deleted, if not here. */
  deletion: { title: string; text: string; link: Link } | null;
  signedOutAddress: string;
  deletedAddress: string;
  signOutAction: string;
  signOutText: string;
}

const WITHOUT_DELETION: readonly ProfileSection[] = [
  "details",
  "email",
  "password",
  "passkeys",
  "two-factor",
  "devices",
  "sessions",
  "accounts",
];

/** Everything a user can do to their account. When the session ends, here or in another tab, nothing of it stays. */
export function Account({ back, deletion, ...props }: AccountProps) {
  const { address, signedOutAddress, deletedAddress, signOutAction, signOutText } = props;
  const auth = useAuth();
  useEffect(
    () =>
      auth.onChange((change) => {
        if (change === "signed-out") window.location.replace(signedOutAddress);
      }),
    [auth, signedOutAddress],
  );
  return (
    <>
      <div data-auth-ui="" className="top">
        {back && <a href={back.href}>{back.text}</a>}
        <SignOut action={signOutAction} text={signOutText} redirectTo={signedOutAddress} />
      </div>
      <UserProfile
        headingLevel={1}
        redirectTo={address}
        onDeleted={() => window.location.replace(deletedAddress)}
        {...(deletion && { sections: WITHOUT_DELETION })}
      />
      {deletion && (
        <section data-auth-ui="" data-part="section" className="deletion" aria-labelledby="deletion">
          <h2 data-part="subtitle" id="deletion">
            {deletion.title}
          </h2>
          <p data-part="text">{deletion.text}</p>
          <a href={deletion.link.href}>{deletion.link.text}</a>
        </section>
      )}
    </>
  );
}

function SignOut({ action, text, redirectTo }: { action: string; text: string; redirectTo: string }) {
  const auth = useAuth();
  return (
    <form
      method="post"
      action={action}
      className="sign-out"
      onSubmit={async (event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const result = await auth.signOut({ providerRedirectTo: redirectTo });
        // The posted form names the fault, if it still is.
        if (!result.ok) form.submit();
      }}
    >
      <button type="submit" data-part="link">
        {text}
      </button>
    </form>
  );
}
