import { createServiceAuth, type Methods } from "@coppice/auth";
import type { Messages } from "@coppice/auth/messages";
import { AuthProvider } from "@coppice/auth/react";
import { type ReactNode, useState } from "react";

export interface HostedAuthProps {
  projectId: string;
  pageKey: string;
  apiOrigin: string;
  locale: string;
  messages: Messages;
  methods: Methods;
}

/** English pages write dates as the dashboard does: 22 Nov 2026, 00:53. */
const DATES_AS_IN: Readonly<Record<string, string>> = { en: "en-GB" };

/** Gives the client package's components a client for the service's own pages, in the visitor's language. */
export function HostedAuth({ children, ...props }: HostedAuthProps & { children: ReactNode }) {
  const { projectId, pageKey, apiOrigin, locale, messages, methods } = props;
  const [auth] = useState(() =>
    createServiceAuth({ projectId, publicKey: pageKey, apiOrigin, fetch: fetchInLanguage(locale) }),
  );
  return (
    <AuthProvider value={auth} locale={DATES_AS_IN[locale] ?? locale} messages={messages} initialMethods={methods}>
      {children}
    </AuthProvider>
  );
}

/** The language of this page may be another than the browser's, and mails are to be in it too. */
function fetchInLanguage(locale: string): typeof fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("accept-language", locale);
    return fetch(input, { ...init, headers });
  };
}
