import type { Metadata } from "next";
import { InboxPage } from "@/components/inbox/inbox-page";
import { inboxContext } from "@/lib/web/inbox-context";
import { listInboxMails, readInboxMail } from "@/lib/web/inbox-mails";

export const metadata: Metadata = { title: "Inbox" };

/** Shows the newest mail, also when it arrives while the page is open. */
export default async function Inbox() {
  const ctx = await inboxContext();
  const mails = await listInboxMails(ctx);
  const [shown = null] = mails;
  return <InboxPage mails={mails} shown={shown} content={shown && (await readInboxMail(ctx, shown.id))} />;
}
