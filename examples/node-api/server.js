import { createServer } from "node:http";
import { createTokenVerifier } from "@coppice/auth/server";

const { AUTH_PROJECT_ID: projectId, AUTH_ORIGIN, APP_ORIGIN, PORT } = process.env;
const verifyToken = createTokenVerifier({ projectId, issuer: `${AUTH_ORIGIN}/v1/projects/${projectId}` });

const server = createServer(async (request, response) => {
  response.setHeader("Access-Control-Allow-Origin", APP_ORIGIN);
  if (request.method === "OPTIONS") {
    response.writeHead(204, { "Access-Control-Allow-Headers": "Authorization" }).end();
    return;
  }
  // The page sends the token that auth.getToken() returns.
  const [, token = ""] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
  const verified = await verifyToken(token);
  response.setHeader("Content-Type", "application/json");
  if (verified.ok) {
    response.end(JSON.stringify({ userId: verified.userId, email: verified.email }));
  } else {
    response.writeHead(401, { "WWW-Authenticate": "Bearer" }).end(JSON.stringify({ error: verified.code }));
  }
});

server.listen(PORT, () => console.log(`http://localhost:${PORT}`));
