"use client";

import { createContext, type ReactNode, useContext, useMemo, useState, useSyncExternalStore } from "react";
import type { ServiceAuth } from "../create-service-auth";
import type { Session } from "../result";
import type { Methods, User } from "../wire";
import { en, type MessageKey, type Messages } from "./messages/en";
import { completeMessages } from "./messages/fill-in";
import type { OrganizationMessageKey, OrganizationMessages } from "./messages/organizations/en";
import { createProjectStore, type ProjectStore } from "./project-store";
import { createSessionStore, type SessionStore } from "./session-store";

interface AuthContextValue {
  client: ServiceAuth;
  store: SessionStore;
  project: ProjectStore;
  messages: KnownMessages;
  locale: string | undefined;
}

/** The texts for organizations are loaded with their components. */
export type KnownMessages = Messages & Partial<OrganizationMessages>;

const AuthContext = createContext<AuthContextValue | null>(null);

/**
 * Props of `AuthProvider`.
 *
 * @example
 * const props: AuthProviderProps = { value: auth, children: <App /> };
 */
export interface AuthProviderProps {
  /** The client that `createServiceAuth` returned. */
  value: ServiceAuth;
  /** The session as the app's server has read it, which saves the first request. */
  initialSession?: Session;
  /** The project's methods, as `getMethods` returned them, which saves a request. */
  initialMethods?: Methods;
  /** The language of numbers and dates, and of the texts in `messages`, as a BCP 47 tag. */
  locale?: string;
  /** The texts of the components by key. Missing ones are English. */
  messages?: OwnMessages;
  children?: ReactNode;
}

/** Texts that an app has given, by key. */
export type OwnMessages = Partial<Record<MessageKey | OrganizationMessageKey, string>>;

/**
 * Provides the components and hooks below it with the client, the texts and the session.
 *
 * @example
 * <AuthProvider value={auth}>
 *   <App />
 * </AuthProvider>
 */
export function AuthProvider({
  value,
  initialSession,
  initialMethods,
  locale,
  messages,
  children,
}: AuthProviderProps): ReactNode {
  const [initial] = useState(initialSession ?? null);
  const [known] = useState(initialMethods ?? null);
  const store = useMemo(() => createSessionStore(value, initial), [value, initial]);
  const project = useMemo(() => createProjectStore(value, known), [value, known]);
  const context = useMemo(
    () => ({ client: value, store, project, messages: completeMessages(en, messages), locale }),
    [value, store, project, messages, locale],
  );
  return <AuthContext value={context}>{children}</AuthContext>;
}

/**
 * Returns the client of the provider above. It throws when there is no provider.
 *
 * @example
 * const auth = useAuth();
 * return <button onClick={() => auth.signOut()}>Sign out</button>;
 */
export function useAuth(): ServiceAuth {
  return useAuthContext().client;
}

/**
 * Returns the session. It is read once below a provider, again on `refresh()`, whenever it changes in this tab or
 * another, and when the user comes back to the page after it has changed elsewhere.
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
 * Returns the signed-in user, or `null` without one.
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

interface TextsProviderProps extends Pick<AuthProviderProps, "locale" | "messages" | "children"> {
  /** Texts of the components below that the provider has none of. */
  base?: OrganizationMessages;
}

/** Gives a component texts and a language of its own below a provider. */
export function TextsProvider({ locale, messages, base, children }: TextsProviderProps): ReactNode {
  const above = useAuthContext();
  const context = useMemo(
    () => ({
      ...above,
      messages: completeMessages({ ...base, ...above.messages }, messages),
      locale: locale ?? above.locale,
    }),
    [above, messages, base, locale],
  );
  return <AuthContext value={context}>{children}</AuthContext>;
}
