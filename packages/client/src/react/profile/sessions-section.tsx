"use client";

import type { ReactNode } from "react";
import { useAuth, useSession } from "../auth-provider";
import { LoadFailure } from "../load-failure";
import { useLoaded } from "../use-loaded";
import { useText } from "../use-text";
import { ActionButton, Section, useDate } from "./section";

/** The user's sessions, with buttons to end them. */
export function SessionsSection(): ReactNode {
  const { session } = useSession();
  const ownId = session?.authenticated ? session.id : null;
  const auth = useAuth();
  const text = useText();
  const date = useDate();
  // A confirmed password starts another session in this browser, so the list is read again for it.
  const { data, failure, isLoading, reload } = useLoaded(auth.sessions.list, ownId);
  const end = async (asked: ReturnType<typeof auth.sessions.revoke>) => {
    const result = await asked;
    if (result.ok) await reload();
    return result;
  };

  return (
    <Section title={text("profile.sessions")} isBusy={isLoading}>
      <LoadFailure failure={failure} />
      <ul data-part="items">
        {data?.sessions.map(({ id, token, userAgent, ipAddress, updatedAt }) => (
          <li key={id} data-part="item">
            <p data-part="item-text">
              <strong>{describeBrowser(userAgent)}</strong>{" "}
              {id === ownId ? <span data-part="badge">{text("profile.thisSession")}</span> : null}{" "}
              <span data-part="detail">
                {[ipAddress, text("profile.lastActive", { date: date(updatedAt) })].filter(Boolean).join(" · ")}
              </span>
            </p>
            {id === ownId ? null : (
              <ActionButton
                part="link"
                label={`${text("profile.endSession")}: ${describeBrowser(userAgent)}, ${ipAddress}`}
                onAct={() => end(auth.sessions.revoke({ token }))}
              >
                {text("profile.endSession")}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      {data && data.sessions.length > 1 ? (
        <ActionButton onAct={() => end(auth.sessions.revokeOthers())}>{text("profile.endOthers")}</ActionButton>
      ) : null}
    </Section>
  );
}

/** The browsers that are not asked for the second factor. It is empty where there are none. */
export function DevicesSection(): ReactNode {
  const auth = useAuth();
  const text = useText();
  const date = useDate();
  const { data, isLoading, reload } = useLoaded(auth.trustedDevices.list);
  const devices = data?.devices ?? [];
  if (!isLoading && devices.length === 0) return null;

  async function remove(id: string) {
    const result = await auth.trustedDevices.revoke({ id });
    if (result.ok) await reload();
    return result;
  }

  return (
    <Section title={text("profile.devices")} isBusy={isLoading}>
      <ul data-part="items">
        {devices.map(({ id, isCurrent, userAgent, ipAddress, lastUsedAt }) => (
          <li key={id} data-part="item">
            <p data-part="item-text">
              <strong>{describeBrowser(userAgent)}</strong>{" "}
              {isCurrent ? <span data-part="badge">{text("profile.thisSession")}</span> : null}{" "}
              <span data-part="detail">
                {[ipAddress, text("profile.lastActive", { date: date(lastUsedAt) })].filter(Boolean).join(" · ")}
              </span>
            </p>
            <ActionButton
              part="link"
              label={`${text("action.remove")}: ${describeBrowser(userAgent)}, ${ipAddress}`}
              onAct={() => remove(id)}
            >
              {text("action.remove")}
            </ActionButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const BROWSERS = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const SYSTEMS = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
] as const;

/** Returns the browser's name for a user agent, or the user agent itself when it is an unknown one. */
function describeBrowser(userAgent: string): string {
  const find = (names: readonly (readonly [string, string])[]) => names.find(([mark]) => userAgent.includes(mark))?.[1];
  const known = [find(BROWSERS), find(SYSTEMS)].filter((name) => name !== undefined);
  return known.length > 0 ? known.join(", ") : userAgent.slice(0, 60) || "–";
}
