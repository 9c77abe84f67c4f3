import { connection } from "next/server";
import { auth } from "@/auth-server";

export default async function Home() {
  await connection();
  const session = await auth.getSession();
  return (
    <>
      <h1>Shop</h1>
      {session.authenticated ? (
        <>
          <p>Hello {session.user.name}</p>
          <form method="post" action="/api/auth/sign-out">
            <button type="submit">Sign out</button>
          </form>
        </>
      ) : (
        <p>
          <a href={auth.signInURL("/members")}>Sign in on the hosted page</a>
        </p>
      )}
      <p>
        <a href="/members">For members</a> · <a href="/sign-in">Sign in by the component</a>
      </p>
    </>
  );
}
