import { ERRORS } from "@/lib/core/error-table";
import { clientAddressOf, originDirectRejected } from "@/lib/http/request-facts";
import type { ServedRequest } from "@/lib/http/served-request";
import { toServiceError } from "@/lib/http/to-service-error";
import type { Runtime } from "@/lib/runtime";

/**
 * Answers in plain words a request for the dashboard that no page can serve: it did not come through the ingress proxy,
 * or the control plane does not answer. Returns `null` when the page can be rendered.
 */
export async function refuseDashboard(
  runtime: Runtime,
  request: ServedRequest,
  requestId: string,
): Promise<Response | null> {
  const { clientAddressHeader } = runtime.environment;
  if (clientAddressHeader !== null && clientAddressOf(request.headers, clientAddressHeader) === null) {
    const { code, message } = originDirectRejected();
    return inWords(ERRORS[code].status, message);
  }
  // An action tells its form itself of the failure.
  return request.method === "POST" ? null : await refuseWithoutDatabase(runtime, requestId);
}

async function refuseWithoutDatabase({ pool, log }: Runtime, requestId: string): Promise<Response | null> {
  try {
    await pool.query("SELECT 1");
    return null;
  } catch (error) {
    if (toServiceError(error).code !== "service_unavailable") throw error;
    log.error({ err: error, requestId, operation: "dashboard" }, "request failed");
    return inWords(503, "The service is temporarily unavailable. Try again in a few seconds.", {
      "Retry-After": "5",
    });
  }
}

function inWords(status: number, sentence: string, headers: Record<string, string> = {}): Response {
  return new Response(`${sentence}\n`, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", ...headers },
  });
}
