import type { ComponentProps } from "react";
import type { StatusWord } from "@/components/ui/status-word";
import type { WebhookDelivery, WebhookEndpoint, WebhookOutcome } from "@/lib/sign-in/webhooks/resource";

type Kind = ComponentProps<typeof StatusWord>["kind"];

/** Returns the state of a webhook where it isn't as it should be. */
export function stateWords({ status, failingSince }: WebhookEndpoint): { kind: Kind; words: string } | null {
  if (status !== "enabled") return { kind: "warning", words: "disabled" };
  return failingSince === null ? null : { kind: "bad", words: "failing" };
}

export const DISABLED_FOR: Readonly<Record<string, string>> = {
  owner: "A member disabled it.",
  failing: "Its deliveries had failed for 5 days.",
  gone: "It answered 410 Gone, which asks for nothing more to be sent.",
};

const DELIVERY_KINDS: Readonly<Record<string, Kind>> = { delivered: "good", pending: "waiting", failed: "bad" };

export function deliveryKind({ status }: Pick<WebhookDelivery, "status">): Kind {
  return DELIVERY_KINDS[status] ?? "quiet";
}

/** Returns an address without its scheme, which is the same for all. */
export function shortAddress(url: string): string {
  return url.replace(/^https:\/\//, "");
}

export function eventsWords(events: readonly string[]): string {
  return events.length === 0 ? "All" : events.join(", ");
}

export function durationText(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}

/** Returns the outcome of a request: its HTTP status, or why there was no answer. */
export function outcomeWords({ status, failure }: WebhookOutcome): string {
  return status === null ? (failure ?? "No answer") : `HTTP ${status}`;
}
