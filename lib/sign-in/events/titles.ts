import { kindWords } from "./kinds";
import { reasonText } from "./reasons/texts";
import type { ListedSecurityEvent, SecurityEvent } from "./resource";

/** Returns an event in words: the action, or the reason of its refusal and the remedy. */
export function inWords(event: SecurityEvent): ListedSecurityEvent {
  const { done, tried, byOwner } = kindWords(event.kind);
  if (event.outcome === "accepted") {
    const title = (event.data?.actor === undefined ? undefined : byOwner) ?? done;
    return { ...event, title, step: null, advice: null, remedy: null };
  }
  const { title, advice, remedy = null } = reasonText(event.reason, event.data);
  return { ...event, title, step: tried, advice, remedy };
}
