/** The facts of a delivery status notification (RFC 3464). */
export interface DeliveryReport {
  /** Every address that it was sent to, in the order in which they are to be believed. */
  addressedTo: string[];
  /** Such as `failed` or `delayed`. */
  action: string;
  /** An enhanced status code (RFC 3463). */
  status: string;
  diagnostic: string;
}

const ADDRESSED = ["x-original-to", "delivered-to", "envelope-to", "to"];

/** Returns the report of a message on one recipient, since each mail has one; `null` where it is no report. */
export async function readDeliveryReport(message: Uint8Array): Promise<DeliveryReport | null> {
  const { default: PostalMime } = await import("postal-mime");
  const { headers, attachments } = await PostalMime.parse(message, {
    attachmentEncoding: "utf8",
    forceRfc822Attachments: true,
  });
  const part = attachments.find(({ mimeType }) => /^message\/(global-)?delivery-status$/i.test(mimeType));
  if (!part) return null;
  const fields = fieldsOf(String(part.content));
  const [action, status] = [fields.get("action"), /^[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get("status") ?? "")?.[0]];
  if (!action || !status) return null;
  const addressedTo = ADDRESSED.flatMap((key) => headers.filter((header) => header.key === key));
  const diagnostic = (fields.get("diagnostic-code") ?? "").replace(/^[^;]*;\s*/, "");
  return { addressedTo: addressedTo.map(({ value }) => value), action: action.toLowerCase(), status, diagnostic };
}

/** Returns the fields, with folded lines joined. Those of the recipient come after those of the message. */
function fieldsOf(text: string): Map<string, string> {
  const lines = text.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  const pairs = lines.flatMap((line) => {
    const [, name, value = ""] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
    return name ? [[name.toLowerCase(), value.trim()] as const] : [];
  });
  return new Map(pairs);
}
