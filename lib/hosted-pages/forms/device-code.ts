import { z } from "zod";
import type { UserContext } from "@/lib/sign-in/context";
import type { NextPage } from "./next-page";

export const DeviceCodeForm = z.object({ user_code: z.string().max(64) });

/** Leads to the page of a typed code, which looks it up. */
export async function postDeviceCodeForm(
  _ctx: UserContext,
  { user_code }: z.infer<typeof DeviceCodeForm>,
): Promise<NextPage> {
  return { page: "device", query: { user_code } };
}
