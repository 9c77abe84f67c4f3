"use client";

import type { ReactNode } from "react";
import type { SsoConnection } from "../wire";
import { useAuth } from "./auth-provider";
import { useText } from "./use-text";

interface ConnectionLinkProps {
  connection: SsoConnection | null;
  redirectTo: string | undefined;
}

/** The way to the identity provider of a company, in a region that announces it once the address is known. */
export function ConnectionLink({ connection, redirectTo }: ConnectionLinkProps): ReactNode {
  const auth = useAuth();
  const text = useText();
  const addressOf = ({ id: connectionId }: SsoConnection) => {
    const here = redirectTo ?? globalThis.location?.href;
    return auth.signIn.sso({ connectionId, ...(here !== undefined && { redirectTo: here }) }).redirectUrl;
  };
  return (
    <div data-part="connection" role="status">
      {connection === null ? null : (
        <>
          {connection.required ? <p data-part="text">{text("sso.required", { name: connection.name })}</p> : null}
          <a data-part={connection.required ? "submit" : "secondary"} href={addressOf(connection)}>
            {text("sso.continue", { name: connection.name })}
          </a>
        </>
      )}
    </div>
  );
}
