import { createRealtime } from "@coppice/realtime";

export const realtime = createRealtime({
  projectId: import.meta.env.VITE_AUTH_PROJECT_ID,
  publicKey: import.meta.env.VITE_AUTH_PUBLIC_KEY,
  apiOrigin: import.meta.env.VITE_AUTH_ORIGIN,
});
