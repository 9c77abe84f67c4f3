import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { z } from "zod";
import { MAX_ENVELOPE_BYTES } from "@/lib/core/function-wire";
import { listenForFunctions } from "@/lib/http/functions/function-listener";
import { SocketFunctions } from "@/lib/infra/workerd/socket-functions";
import { listenAt } from "@/lib/server/connections/listen";
import { type UpdateFunctionInput, updateFunction } from "@/lib/services/functions/update";
import { makeContext, random } from "@/tests/support/context";
import { startFunctions } from "@/tests/support/function-runtime";
import { answering, deploy, invoke, makeFunctions } from "@/tests/support/functions";

test("a process that asks over the socket deploys and calls functions, with any settings", async () => {
  const folder = await mkdtemp(join(tmpdir(), "coppice-socket-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "functions.sock");
  const { log } = await makeContext();
  const listener = listenForFunctions({ functions: startFunctions().runtime, log, random }, (_request, response) => {
    response.writeHead(404).end();
  });
  const server = createServer({ maxHeaderSize: MAX_ENVELOPE_BYTES }, listener);
  await listenAt(server, path);
  onTestFinished(() => void server.closeAllConnections());
  const runtime = new SocketFunctions(path);
  onTestFinished(() => runtime.close());
  const functions = await makeFunctions({ runtime });
  await deploy(functions, "hello", answering("new Response(String(process.env.MODE))"), { env: { MODE: "1" } });
  expect(await (await invoke(functions, "hello")).text()).toBe("1");
  const at = { projectId: functions.projectId, name: "hello" };
  const settings: z.infer<typeof UpdateFunctionInput>["egress"][] = ["none", ["api.example.com"], "open"];
  for (const egress of settings) {
    await updateFunction(await functions.server(), { ...at, egress, env: { MODE: JSON.stringify(egress) } });
    expect(await (await invoke(functions, "hello")).text()).toBe(JSON.stringify(egress));
  }
});
