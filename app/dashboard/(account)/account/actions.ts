"use server";

import { revalidatePath } from "next/cache";
import { cancelAccountDeletion } from "@/lib/people/account-deletion/cancel-deletion";
import { requestAccountDeletion } from "@/lib/people/account-deletion/request-deletion";
import { type ActionState, actionFailure } from "@/lib/web/action-failure";
import { requireAccount } from "@/lib/web/current-member";

export async function deleteAccount(_previous: ActionState, form: FormData): Promise<ActionState> {
  const { account, ctx } = await requireAccount();
  if (
    String(form.get("confirmation") ?? "")
      .trim()
      .toLowerCase() !== account.email
  ) {
    return { message: "Type your email address to delete your account." };
  }
  try {
    await requestAccountDeletion(ctx);
  } catch (error) {
    return actionFailure(error);
  }
  revalidatePath("/dashboard", "layout");
  return { message: null };
}

export async function keepAccount(_previous: ActionState): Promise<ActionState> {
  const { ctx } = await requireAccount();
  await cancelAccountDeletion(ctx);
  revalidatePath("/dashboard", "layout");
  return { message: null };
}
