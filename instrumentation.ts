/** Makes the runtime where Next serves without our server. The pages that `npm start` builds leave this file out. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const [{ readEnvironment }, { createRuntime }, { setRuntime }] = await Promise.all([
    import("@/lib/core/env"),
    import("@/lib/runtime"),
    import("@/lib/runtime/current"),
  ]);
  setRuntime(createRuntime(readEnvironment()));
}
