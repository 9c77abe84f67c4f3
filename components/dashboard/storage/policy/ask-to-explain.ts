export interface Asked {
  action: string;
  key: string;
  who: "visitor" | "user" | "claims";
  /** The ID or the email address of a user. */
  user: string;
  /** A JSON object. */
  claims: string;
}

export type Answer = { allowed: boolean; rule: number | null; reason: string } | { message: string };

const FAILED = "The policy couldn't be asked. Check your connection and try again.";
const NO_CLAIMS = 'Claims must be a JSON object, such as { "sub": "usr_…" }.';

/** Asks for the answer of the saved policy of a bucket, or says why it can't be asked. */
export async function askToExplain(address: string, { action, key, who, user, claims }: Asked): Promise<Answer> {
  const given = who === "claims" ? readObject(claims) : null;
  if (who === "claims" && given === null) return { message: NO_CLAIMS };
  const body = { action, key, claims: given, ...(who === "user" && { user }) };
  const response = await fetch(`${address}/explain`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  const answer = await response?.json().catch(() => null);
  if (response?.ok) return answer as Answer;
  return { message: answer?.error?.message ?? FAILED };
}

function readObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
