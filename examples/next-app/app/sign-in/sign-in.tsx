"use client";

import { AuthProvider, SignInPanel, UserButton, useSession } from "@coppice/auth/react";
import "@coppice/auth/styles.css";
import { auth } from "@/auth-client";

export function SignIn() {
  return (
    <AuthProvider value={auth}>
      <Content />
    </AuthProvider>
  );
}

function Content() {
  const { session } = useSession();
  if (session === null) return null;
  if (!session.authenticated) return <SignInPanel headingLevel={1} />;
  return (
    <>
      <h1>Account</h1>
      <p>You are {session.user.email}</p>
      <UserButton accountHref={auth.hostedPageURL("account")} />
    </>
  );
}
