"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { Failure } from "../result";
import type { SsoConnection } from "../wire";
import { useAuth } from "./auth-provider";

interface Given {
  showSso: boolean;
  redirectTo: string | undefined;
  defaultEmail?: string | undefined;
  defaultConnection?: SsoConnection | null | undefined;
}

interface ConnectionState {
  /** The connection of the company whose address was typed. */
  connection: SsoConnection | null;
  /** Looks up the domain of an address that is being typed, once it has come to rest. */
  look: (email: string) => void;
  /** Looks it up now. */
  find: (email: string) => Promise<SsoConnection | null>;
  /** Goes to the identity provider. */
  open: (connection: SsoConnection) => undefined;
  /** Returns a failure, and offers the connection where it is the only way in. */
  after: <Failed extends Failure | undefined>(failure: Failed, email: string) => Promise<Failed>;
}

/** The time for which typing must rest before a domain is asked for, in milliseconds. */
const REST_MS = 300;

/** Finds the connection by which people of a typed address sign in. The answers are kept by domain. */
export function useConnection(given: Given): ConnectionState {
  const { showSso, redirectTo, defaultEmail, defaultConnection = null } = given;
  const auth = useAuth();
  const [connection, setConnection] = useState(defaultConnection);
  const known = useRef(new Map<string, SsoConnection | null>());
  const latest = useRef(domainOf(defaultEmail ?? ""));
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);

  const find = useCallback(
    async (email: string) => {
      clearTimeout(rest.current);
      const domain = domainOf(email);
      latest.current = domain;
      if (!showSso || domain === null) return null;
      const kept = known.current.get(domain);
      const asked = kept === undefined ? await auth.signIn.ssoConnection({ email }) : null;
      // A domain that could not be asked for is asked for again.
      const found = asked === null ? (kept ?? null) : asked.ok ? asked.connection : null;
      if (asked?.ok) known.current.set(domain, asked.connection);
      if (latest.current === domain) setConnection(found);
      return found;
    },
    [auth, showSso],
  );

  const look = useCallback(
    (email: string) => {
      const domain = domainOf(email);
      if (domain === latest.current) return;
      clearTimeout(rest.current);
      latest.current = domain;
      setConnection(null);
      if (domain !== null) rest.current = setTimeout(() => void find(email), REST_MS);
    },
    [find],
  );

  const open = useCallback(
    ({ id: connectionId }: SsoConnection) => {
      const here = redirectTo ?? window.location.href;
      window.location.assign(auth.signIn.sso({ connectionId, redirectTo: here }).redirectUrl);
      return undefined;
    },
    [auth, redirectTo],
  );

  const after: ConnectionState["after"] = async (failure, email) => {
    if (failure?.code === "sso_required") await find(email);
    return failure;
  };
  return { connection, look, find, open, after };
}

/** Returns the domain of an address that may be whole, in lower case. */
function domainOf(email: string): string | null {
  return /^\S+@([^\s@]+\.[^\s@.]{2,})$/.exec(email.trim())?.[1]?.toLowerCase() ?? null;
}
