import type { TopicAnswer, TopicRule } from "@/lib/services/realtime/sockets/resource";

interface Asked {
  topics: readonly TopicRule[];
  topic: string;
  /** The ID or the email address of a user; `null` for a visitor. */
  user: string | null;
}

const FAILED = "The rules couldn't be tried. Check your connection and try again.";
const WRONG = "Correct the rules and the topic first: a topic is like room:1.";

/** Asks for the answer of the rules on the page, or says why they can't be tried. */
export async function askToTry(address: string, asked: Asked): Promise<TopicAnswer | { message: string }> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(asked),
  }).catch(() => null);
  const answer = await response?.json().catch(() => null);
  if (response?.ok) return answer as TopicAnswer;
  if (answer?.error?.code === "invalid_request") return { message: WRONG };
  return { message: answer?.error?.message ?? FAILED };
}
