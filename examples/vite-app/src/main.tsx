import { AuthProvider } from "@coppice/auth/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { auth } from "./auth";
import { SignIn } from "./sign-in";

createRoot(document.querySelector("#root") as HTMLElement).render(
  <StrictMode>
    <AuthProvider value={auth}>
      <SignIn />
    </AuthProvider>
  </StrictMode>,
);
