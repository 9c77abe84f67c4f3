"use server";

import { redirect } from "next/navigation";
import { ServiceError } from "@/lib/errors";
import { SignInInput, signInMember } from "@/lib/members/sign-in";
import { dashboardSession } from "@/lib/web/dashboard-session";
import { pageContext } from "@/lib/web/page-context";

export interface SignInState {
  message: string | null;
}

const REFUSED: SignInState = { message: "The e-mail address or the password is wrong." };

export async function signIn(_previous: SignInState, form: FormData): Promise<SignInState> {
  const input = SignInInput.safeParse({ email: form.get("email"), password: form.get("password") });
  if (!input.success) return REFUSED;
  try {
    const ctx = await pageContext({ kind: "anonymous", id: "dashboard" });
    const { memberId, organisationId } = await signInMember(ctx, input.data);
    const session = await dashboardSession();
    Object.assign(session, { memberId, organisationId });
    await session.save();
  } catch (error) {
    if (error instanceof ServiceError && error.code === "unauthorized") return REFUSED;
    if (error instanceof ServiceError && error.code === "rate_limited") return tooManyAttempts(error);
    throw error;
  }
  redirect("/dashboard");
}

function tooManyAttempts(error: ServiceError): SignInState {
  const minutes = Math.ceil((error.retryAfterSeconds ?? 60) / 60);
  return { message: `Too many attempts. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.` };
}
