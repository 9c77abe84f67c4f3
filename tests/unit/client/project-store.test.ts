import { expect, it } from "vitest";
import { createProjectStore } from "@/packages/client/src/react/project-store";
import { answer, fakeService, refusal } from "./fake-service";

it("asks the project once for all components, and again once it was refused", async () => {
  const replies = [refusal("INVALID_ORIGIN", 403), answer({ providers: ["github"] })];
  const { connect, seen } = fakeService({ "GET /methods": () => replies.shift() ?? new Error() });
  const store = createProjectStore(connect(), null);
  const nextState = () =>
    new Promise((resolve) => {
      const stop = store.subscribe(() => {
        stop();
        resolve(store.read());
      });
    });
  const [first] = await Promise.all([nextState(), nextState()]);
  expect(first).toMatchObject({ project: null, failure: { code: "invalid_origin" } });
  expect(seen).toHaveLength(1);
  expect(await nextState()).toMatchObject({ project: { providers: ["github"] }, failure: null });
  store.subscribe(() => {});
  expect(seen).toHaveLength(2);
});
