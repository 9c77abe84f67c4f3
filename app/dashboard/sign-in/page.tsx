import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInForm } from "@/components/dashboard/sign-in-form";
import { SiteHeader } from "@/components/site/site-header";
import { SERVICE } from "@/lib/service";
import { findCurrentMember } from "@/lib/web/current-member";
import { signIn } from "./actions";
import styles from "./sign-in.module.css";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage() {
  if (await findCurrentMember()) redirect("/dashboard");
  return (
    <>
      <SiteHeader name={SERVICE.name} />
      <main id="main" className={styles.page}>
        <h1>Sign in</h1>
        <p>
          To the dashboard of your organisation. The first <code>npm start</code> printed the owner’s address and
          password.
        </p>
        <SignInForm action={signIn} />
      </main>
    </>
  );
}
