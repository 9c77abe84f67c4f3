/** Returns the settings and the code by which a Node server takes a webhook's events. */
export function verificationOf(url: string, secret: string): { settings: string; code: string } {
  const { pathname } = new URL(url);
  return {
    settings: `WEBHOOK_SECRET=${secret}`,
    code: `// npm install express standardwebhooks
import express from "express";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET);

express()
  .post(${JSON.stringify(pathname)}, express.raw({ type: "*/*" }), (request, response) => {
    // Throws when the event isn't from here.
    const { type, data } = webhook.verify(request.body, request.headers);
    console.log(type, data);
    response.sendStatus(204);
  })
  .listen(3000);`,
  };
}
