import { readBytes } from "@/lib/http/read-body";
import { MAX_LOGO_BYTES, setLogo } from "@/lib/sign-in/projects/set-logo";
import { projectHandler } from "@/lib/web/define-dashboard-handler";

/** The body is the picture. */
export const PUT = projectHandler("dashboardSetLogo", {}, async (ctx, place, { request }) => {
  const content = new Uint8Array(await readBytes(request, MAX_LOGO_BYTES));
  await setLogo(ctx, { ...place, content });
});

export const DELETE = projectHandler("dashboardRemoveLogo", {}, (ctx, place) =>
  setLogo(ctx, { ...place, content: null }),
);
