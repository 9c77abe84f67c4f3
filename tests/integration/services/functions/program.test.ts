import { expect, test } from "vitest";
import { ProgramHead } from "@/lib/core/function-wire";
import { deleteFunction } from "@/lib/services/functions/delete";
import { findProgram, toProgram } from "@/lib/services/functions/invocations/program";
import { deploy, makeFunctions } from "@/tests/support/functions";

test("a process is told of a new function in the form that the process that runs it takes", async () => {
  const functions = await makeFunctions();
  await deploy(functions, "hello", "export default { fetch: () => new Response('hello') };");
  const ctx = await functions.operator();
  const found = await findProgram(ctx, { projectId: functions.projectId, name: "hello" });
  const { load: _, ...head } = (found && toProgram(ctx, found)) ?? { load: null };
  expect(ProgramHead.parse(head)).toMatchObject({ egress: { mode: "open", hosts: [] } });
});

test("a call whose function was deleted before its code was read is told so", async () => {
  const functions = await makeFunctions();
  await deploy(functions, "hello", "export default { fetch: () => new Response('hello') };");
  const ctx = await functions.operator();
  const found = await findProgram(ctx, { projectId: functions.projectId, name: "hello" });
  await deleteFunction(await functions.server(), { projectId: functions.projectId, name: "hello" });
  await expect((found && toProgram(ctx, found))?.load()).rejects.toMatchObject({ code: "function_not_found" });
});
