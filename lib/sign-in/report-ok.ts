export async function reportOk(): Promise<{ ok: true }> {
  return { ok: true };
}
