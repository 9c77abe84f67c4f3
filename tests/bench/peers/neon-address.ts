import { neonConfig } from "@neondatabase/serverless";

const url = new URL(process.env.VITE_COPPICE_URL ?? "");
neonConfig.fetchEndpoint = `${url.origin}/sql`;
neonConfig.wsProxy = () => `${url.host}/v2`;
neonConfig.useSecureWebSocket = false;
