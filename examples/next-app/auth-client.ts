import { createServiceAuth } from "@coppice/auth";

/** For the browser: it talks to the service itself, which works where both are of one site. */
export const auth = createServiceAuth({
  projectId: process.env.NEXT_PUBLIC_AUTH_PROJECT_ID ?? "",
  publicKey: process.env.NEXT_PUBLIC_AUTH_PUBLIC_KEY ?? "",
  apiOrigin: process.env.NEXT_PUBLIC_AUTH_ORIGIN ?? "",
});
