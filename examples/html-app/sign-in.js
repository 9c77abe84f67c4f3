import { createServiceAuth } from "@coppice/auth";
import { apiOrigin, projectId, publicKey } from "./config.js";

const auth = createServiceAuth({ projectId, publicKey, apiOrigin });
const element = (id) => document.getElementById(id);

async function show() {
  const session = await auth.getSession();
  element("signed-in").hidden = !session.authenticated;
  element("signed-out").hidden = session.authenticated;
  if (session.authenticated) element("user").textContent = `You are ${session.user.email}`;
}

element("sign-in").addEventListener("submit", async (event) => {
  event.preventDefault();
  const error = event.target.querySelector("[data-part=error]");
  const { email, password } = Object.fromEntries(new FormData(event.target));
  const result = await auth.signIn.email({ email, password });
  if (result.twoFactorRequired) location.assign(auth.hostedPageURL("two-factor", location.pathname));
  else error.textContent = result.ok ? "" : result.message;
});

element("sign-up").addEventListener("click", () => {
  location.assign(auth.hostedPageURL("sign-up", location.pathname));
});
element("sign-out").addEventListener("click", () => auth.signOut());

// A sign-in or a sign-out, here or in another tab.
auth.onChange(show);
await show();
