import { ssoClient } from "@better-auth/sso/client";
import { createAuthClient } from "better-auth/client";
import { type Lane, publicUrl, usedSecrets } from "./lanes";
import { APP_ORIGIN, type SignInProject } from "./sign-in-lanes";

/** The published client and its plugin for single sign-on as they are, in a browser that the test can send elsewhere. */
export function connect(lane: Lane, project: SignInProject) {
  const cookies = new Map<string, string>();
  const customFetchImpl: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    if (cookies.size > 0) headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(input, { ...init, headers });
    for (const field of response.headers.getSetCookie()) {
      const [name = "", value = ""] = field.split(";", 1)[0]?.split("=") ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
      if (value !== "") usedSecrets.add(value);
    }
    return response;
  };
  const client = createAuthClient({
    baseURL: lane.baseUrl,
    basePath: "/v1/auth-tenant",
    plugins: [ssoClient()],
    fetchOptions: {
      headers: {
        "x-coppice-project-id": project.id,
        authorization: `Bearer ${project.publicKey}`,
        origin: APP_ORIGIN,
      },
      customFetchImpl,
    },
  });
  const open = (url: string) => customFetchImpl(onLane(lane, url), { redirect: "manual" });
  return { client, open };
}

/** The providers return to the service's public origin, which is this lane here. */
export function onLane(lane: Lane, url: string): string {
  const { searchParams } = new URL(url);
  for (const name of ["code", "state"]) if (searchParams.has(name)) usedSecrets.add(searchParams.get(name) ?? "");
  return url.replace(publicUrl, lane.baseUrl);
}
