import { notifications } from "@mantine/notifications";
import type { Outcome } from "@/lib/web/resource";

/** Says how an action ended, whatever is on the screen by then. */
export function announce(outcome: Outcome, done: string): void {
  notifications.show(
    outcome.isDone
      ? { message: done, color: "leaf", role: "status" }
      : { title: "That did not work", message: outcome.message, color: "red", role: "alert" },
  );
}

/** Says why something was refused. */
export function showRefusal(message: string): void {
  notifications.show({ title: "That was refused", message, color: "red", role: "alert" });
}
