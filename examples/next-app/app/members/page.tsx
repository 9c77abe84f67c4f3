import { auth } from "@/auth-server";

export default async function Members() {
  const session = await auth.requireSession({ returnPath: "/members" });
  return (
    <>
      <h1>Members</h1>
      <p>You are {session.user.email}</p>
      <p>
        <a href="/">Start</a>
      </p>
    </>
  );
}
