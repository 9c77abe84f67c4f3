import { postJson } from "@/components/ui/post-json";
import type { Outcome } from "@/lib/web/resource";

/** The body that the page posts to its handler. */
export type Act =
  | { act: "create"; name: string }
  | { act: "restore"; restorePointId: string; confirmation: string }
  | { act: "branch"; restorePointId: string; name: string }
  | { act: "delete"; restorePointId: string };

export type ActOutcome = Outcome<{ branchId?: string }>;

const FAILED = "No response from the service. Work that has started continues: check again in a moment.";

export async function runAct(address: string, act: Act): Promise<ActOutcome> {
  const answer = await postJson<ActOutcome>(address, act, FAILED);
  return answer.isDone ? answer.value : answer;
}
