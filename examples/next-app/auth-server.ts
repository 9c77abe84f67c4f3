import { createServerAuth } from "@coppice/auth/server";

/** For the server: with a secret the app keeps a session of its own, on any site. */
export const auth = createServerAuth({
  projectId: process.env.NEXT_PUBLIC_AUTH_PROJECT_ID ?? "",
  publicKey: process.env.NEXT_PUBLIC_AUTH_PUBLIC_KEY ?? "",
  apiOrigin: process.env.NEXT_PUBLIC_AUTH_ORIGIN ?? "",
  appOrigin: process.env.APP_ORIGIN ?? "",
  sessionSecret: process.env.SESSION_SECRET ?? "",
});
