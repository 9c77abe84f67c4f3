import { createServerAuth, type ServerAuthOptions, SessionRequired } from "@coppice/auth/server";

export interface EdgeBindings {
  OPTIONS: ServerAuthOptions;
  SESSION_SECRET: string;
}

/** An app in an edge runtime (WinterTC): who is signed in, a page for them alone, and whether a token is good. */
export default {
  async fetch(request: Request, { OPTIONS, SESSION_SECRET }: EdgeBindings): Promise<Response> {
    const auth = createServerAuth(OPTIONS);
    switch (new URL(request.url).pathname) {
      case "/session":
        return Response.json(await auth.getSession(request));
      case "/token":
        return Response.json(await createServerAuth(reachable(OPTIONS)).verifyToken(await request.text()));
      case "/private":
        return await auth.requireSession({ request, returnPath: "/private" }).then(
          ({ user }) => new Response(user.email),
          (error) => {
            if (error instanceof SessionRequired) return Response.redirect(error.signInURL);
            throw error;
          },
        );
      default:
        return createServerAuth({ ...OPTIONS, sessionSecret: SESSION_SECRET }).handlers.GET(request);
    }
  },
};

/** The lanes believe in another address than the one they are reached by. */
function reachable(options: ServerAuthOptions): ServerAuthOptions {
  const believed = new URL(options.issuer ?? "").origin;
  return { ...options, fetch: (input, init) => fetch(String(input).replace(believed, options.apiOrigin), init) };
}
