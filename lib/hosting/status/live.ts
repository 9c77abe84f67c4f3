import { z } from "zod";

export const Liveness = z.object({ live: z.literal(true) }).meta({ id: "Liveness" });

/** Answers as long as the process can, regardless of its dependencies: a restart would mend nothing else. */
export async function getLiveness(_ctx: object, _input: object): Promise<z.infer<typeof Liveness>> {
  return { live: true };
}
