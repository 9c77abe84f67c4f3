/** That the request came this far is the answer. */
export async function reportOk(): Promise<{ ok: true }> {
  return { ok: true };
}
