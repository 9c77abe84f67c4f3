import { notifications } from "@mantine/notifications";
import type { Outcome } from "@/lib/web/resource";
import { noteSession } from "./session";

/** Shows a notice of an action's outcome, on any page that the user has reached by then. */
export function announce(outcome: Outcome, done: string): void {
  if (!outcome.isDone && outcome.isSignedOut) noteSession(true);
  notifications.show(
    outcome.isDone
      ? { message: done, color: "leaf", role: "status" }
      : { title: "Something went wrong", message: outcome.message, color: "red", role: "alert" },
  );
}

/** Shows a notice with the reason of a refusal. */
export function showRefusal(message: string): void {
  notifications.show({ title: "Not possible", message, color: "red", role: "alert" });
}
