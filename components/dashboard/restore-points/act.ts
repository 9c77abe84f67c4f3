import type { Outcome } from "@/lib/web/resource";

/** The body that the page posts to its handler. */
export type Act =
  | { act: "create"; name: string }
  | { act: "restore"; restorePointId: string; confirmation: string }
  | { act: "branch"; restorePointId: string; name: string }
  | { act: "delete"; restorePointId: string };

export type ActOutcome = Outcome<{ branchId?: string }>;

export async function runAct(address: string, act: Act): Promise<ActOutcome> {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(act),
    });
    const body = (await answer.json()) as ActOutcome | { error: { message: string } };
    return "error" in body ? { isDone: false, message: body.error.message } : body;
  } catch {
    return {
      isDone: false,
      message: "No response from the service. Work that has started continues: check again in a moment.",
    };
  }
}
