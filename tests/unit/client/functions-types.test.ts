import { createFunctions, type JsonRequest, type JsonResponse } from "@coppice/functions";
import { expect, expectTypeOf, it } from "vitest";

const { invoke } = createFunctions({ projectId: "p_1", apiOrigin: "https://id.example.com" });

const checkout = {
  async fetch(request: JsonRequest<{ items: string[] }>): Promise<JsonResponse<{ total: number }>> {
    const { items } = await request.json();
    return Response.json({ total: items.length });
  },
};
const plain = { fetch: (_request: Request) => new Response("ok") };
const ping = { fetch: (): JsonResponse<"pong"> => Response.json("pong") };

it("a call has the types of the function that is called, and of no other where none is named", () => {
  type Checkout = typeof invoke<typeof checkout>;
  expectTypeOf<Parameters<Checkout>[1]>().toEqualTypeOf<{ items: string[] }>();
  expectTypeOf<ReturnType<Checkout>>().toEqualTypeOf<Promise<{ total: number }>>();
  type Ping = typeof invoke<typeof ping>;
  expectTypeOf<["ping"]>().toExtend<Parameters<Ping>>();
  expectTypeOf<ReturnType<Ping>>().toEqualTypeOf<Promise<"pong">>();
  type Plain = typeof invoke<typeof plain>;
  expectTypeOf<["plain", FormData]>().toExtend<Parameters<Plain>>();
  expectTypeOf<ReturnType<Plain>>().toEqualTypeOf<Promise<unknown>>();
  type Untyped = typeof invoke;
  expectTypeOf<["any", { of: "any" }]>().toExtend<Parameters<Untyped>>();
  // @ts-expect-error a body that the function doesn't take
  const wrong = () => invoke<typeof checkout>("checkout", { items: 1 });
  // @ts-expect-error the function needs a body
  const missing = () => invoke<typeof checkout>("checkout");
  expect([wrong, missing]).toHaveLength(2);
});

it.each([
  [{ projectId: "" }, /needs a projectId/],
  [{ projectId: "p_1", apiOrigin: "id.example.com" }, /must start with https/],
  [{ projectId: "p_1", publicKey: "sk_coppice_auth_1" }, /secret key/],
])("settings that can't be right throw at once: %j", (options, message) => {
  expect(() => createFunctions(options)).toThrow(message);
});

it("outside a page, a call without apiOrigin names the missing option", async () => {
  await expect(createFunctions({ projectId: "p_1" }).invoke("hello")).rejects.toThrow(/apiOrigin/);
});
