import { Miniflare } from "miniflare";

// A process of its own, whose memory and processor time are told apart.
const miniflare = new Miniflare({
  modules: true,
  script: 'export default { fetch() { return new Response("hello"); } };',
  compatibilityDate: "2026-07-01",
  host: "127.0.0.1",
  port: Number(process.env.PORT),
});
await miniflare.ready;
process.once("SIGTERM", () => void miniflare.dispose().then(() => process.exit(0)));
