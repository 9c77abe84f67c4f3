import { auth } from "@/auth-server";

export const proxy = auth.proxy({ protectedPaths: ["/members"] });

export const config = { matcher: ["/((?!_next/|api/auth/).*)"] };
