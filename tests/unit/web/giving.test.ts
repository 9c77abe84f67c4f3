import { expect, it } from "vitest";
import { giving } from "@/lib/web/giving";

const create = async (maker: string, { name }: { name: string }) => ({ id: "k_1", secret: `s_${name}`, maker });

it("the browser gets the named parts of a value alone", async () => {
  expect(await giving(["id", "secret"], create)("ada", { name: "web" })).toEqual({ id: "k_1", secret: "s_web" });
  expect(await giving([], create)("ada", { name: "web" })).toEqual({});
});

it("a refusal stays as it is", async () => {
  const refuse = async (): Promise<{ id: string }> => Promise.reject(new Error("No."));
  await expect(giving(["id"], refuse)(null, {})).rejects.toThrow("No.");
});
