import { expect } from "@playwright/test";
import { withService } from "../../bin/test/service.mjs";
import type { Worker } from "./worker-test";

/** The variables that hold for the service of the other tests. */
const OF_ANOTHER = { COPPICE_URL: undefined, SMTP_URL: undefined };

/** Runs a service besides, with further variables, until the worker ends. Returns the values that its first run printed. */
export function startOwnService(
  { onEnd }: Pick<Worker, "onEnd">,
  environment: Record<string, string> = {},
): Promise<NodeJS.ProcessEnv> {
  const served = Promise.withResolvers<NodeJS.ProcessEnv>();
  const over = Promise.withResolvers<void>();
  const service = withService(
    async (variables: NodeJS.ProcessEnv) => {
      served.resolve(variables);
      await over.promise;
      return true;
    },
    { ...OF_ANOTHER, ...environment },
  );
  service.catch(served.reject);
  onEnd(async () => {
    over.resolve();
    expect(await service, "the service keeps the secrets of the tests").toBe(true);
  });
  return served.promise;
}
