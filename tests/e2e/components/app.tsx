import { createServiceAuth, type SocialProvider } from "@coppice/auth";
import {
  AuthProvider,
  OrganizationProfile,
  OrganizationSwitcher,
  SignInPanel,
  UserButton,
  UserProfile,
  useSession,
} from "@coppice/auth/react";
import { type ReactNode, StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";

declare const CONFIGURATION: { projectId: string; publicKey: string; apiOrigin: string };

const search = new URLSearchParams(location.search);
const publicKey = search.get("key") ?? CONFIGURATION.publicKey;
const auth = createServiceAuth({ ...CONFIGURATION, publicKey });
Object.assign(window, { auth });
const withOrganizations = search.has("organizations");
const passkeyOnly = search.has("passkey-only");
const theme = search.get("theme");
if (theme) document.documentElement.dataset.theme = theme;

function App(): ReactNode {
  const { session, isLoading } = useSession();
  const [signedInAs, setSignedInAs] = useState("");
  const [providers] = useState<SocialProvider[]>(["github"]);
  if (session === null) return <p aria-busy={isLoading}>…</p>;
  return (
    <main>
      <h1>Shop</h1>
      <p role="status">{session.authenticated ? `Signed in as ${session.user.email}` : "Signed out"}</p>
      <p data-testid="success">{signedInAs}</p>
      {session.authenticated ? (
        <>
          <UserButton accountHref="#account" />
          {withOrganizations ? <Organizations /> : <UserProfile />}
        </>
      ) : (
        <SignInPanel
          providers={providers}
          showEmailPassword={!passkeyOnly}
          showMagicLink={!passkeyOnly}
          onSuccess={({ userId }) => setSignedInAs(userId)}
        />
      )}
    </main>
  );
}

function Organizations(): ReactNode {
  const [switchedTo, setSwitchedTo] = useState<string | null>("");
  return (
    <>
      <OrganizationSwitcher onSwitch={setSwitchedTo} />
      <p data-testid="switched-to">{switchedTo ?? "none"}</p>
      <OrganizationProfile />
    </>
  );
}

const root = document.querySelector("#root");
if (!root) throw new Error("the page has no root");
createRoot(root).render(
  <StrictMode>
    <AuthProvider value={auth}>
      <App />
    </AuthProvider>
  </StrictMode>,
);
