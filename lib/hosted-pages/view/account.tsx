import { UserProfile, useAuth } from "@coppice/auth/react";
import { useEffect } from "react";

export interface AccountProps {
  signedOutAddress: string;
  signOutAction: string;
  signOutText: string;
}

/** Everything a user can do to their account. When the session ends, here or in another tab, nothing of it stays. */
export function Account({ signedOutAddress, signOutAction, signOutText }: AccountProps) {
  const auth = useAuth();
  const leave = () => window.location.replace(signedOutAddress);
  useEffect(
    () =>
      auth.onChange((change) => {
        if (change === "signed-out") window.location.replace(signedOutAddress);
      }),
    [auth, signedOutAddress],
  );
  return (
    <>
      <UserProfile headingLevel={1} onDeleted={leave} />
      <form
        method="post"
        action={signOutAction}
        data-auth-ui=""
        className="sign-out"
        onSubmit={(event) => {
          event.preventDefault();
          void auth.signOut();
        }}
      >
        <button type="submit" data-part="secondary">
          {signOutText}
        </button>
      </form>
    </>
  );
}
