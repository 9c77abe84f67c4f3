"use client";

import { createContext, type ReactNode, useContext, useMemo, useState, useSyncExternalStore } from "react";
import type { ServiceAuth } from "../create-service-auth";
import type { Session } from "../result";
import type { User } from "../wire";
import { en, type MessageKey, type Messages } from "./messages/en";
import { completeMessages } from "./messages/fill-in";
import { createSessionStore, type SessionStore } from "./session-store";

interface AuthContextValue {
  client: ServiceAuth;
  store: SessionStore;
  messages: Messages;
  locale: string | undefined;
}

const AuthContext = createContext<AuthContextValue | null>(null);

/**
 * Props of `AuthProvider`.
 *
 * @example
 * const props: AuthProviderProps = { value: auth, children: <App /> };
 */
export interface AuthProviderProps {
  /** The client that `createServiceAuth` made. */
  value: ServiceAuth;
  /** What the server knows already, which spares the first request. */
  initialSession?: Session;
  /** BCP 47 tag for numbers and dates, and of the texts in `messages`. */
  locale?: string;
  /** Texts of one's own; those left out are English. */
  messages?: Partial<Record<MessageKey, string>>;
  children?: ReactNode;
}

/**
 * Gives the components and hooks below it the client.
 *
 * @example
 * <AuthProvider value={auth}>
 *   <App />
 * </AuthProvider>
 */
export function AuthProvider({ value, initialSession, locale, messages, children }: AuthProviderProps): ReactNode {
  const [initial] = useState(initialSession ?? null);
  const store = useMemo(() => createSessionStore(value, initial), [value, initial]);
  const context = useMemo(
    () => ({ client: value, store, messages: completeMessages(en, messages), locale }),
    [value, store, messages, locale],
  );
  return <AuthContext value={context}>{children}</AuthContext>;
}

/**
 * The client of the provider above.
 *
 * Throws when there is none.
 *
 * @example
 * const auth = useAuth();
 * return <button onClick={() => auth.signOut()}>Sign out</button>;
 */
export function useAuth(): ServiceAuth {
  return useAuthContext().client;
}

/**
 * The session: read once below a provider, again on `refresh()` and whenever it changes in this tab or another.
 *
 * @example
 * const { session, isLoading, refresh } = useSession();
 * if (session?.authenticated) return <p>{session.user.email}</p>;
 */
export function useSession(): { session: Session | null; isLoading: boolean; refresh: () => Promise<void> } {
  const { store } = useAuthContext();
  const { session, isLoading } = useSyncExternalStore(store.subscribe, store.read, store.read);
  return { session, isLoading, refresh: store.refresh };
}

/**
 * The signed-in user, `null` without one.
 *
 * @example
 * const { user, isLoading } = useUser();
 * return <p>{isLoading ? "…" : (user?.name ?? "Signed out")}</p>;
 */
export function useUser(): { user: User | null; isLoading: boolean; refresh: () => Promise<void> } {
  const { session, isLoading, refresh } = useSession();
  return { user: session?.authenticated ? session.user : null, isLoading, refresh };
}

export function useAuthContext(): AuthContextValue {
  const context = useContext(AuthContext);
  if (!context) throw new Error("Put an <AuthProvider value={…}> above this component");
  return context;
}

/** Lets a component have texts and a language of its own below a provider. */
export function TextsProvider({
  locale,
  messages,
  children,
}: Pick<AuthProviderProps, "locale" | "messages" | "children">): ReactNode {
  const above = useAuthContext();
  const context = useMemo(
    () => ({ ...above, messages: completeMessages(above.messages, messages), locale: locale ?? above.locale }),
    [above, messages, locale],
  );
  return <AuthContext value={context}>{children}</AuthContext>;
}
