import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { InboxPage } from "@/components/inbox/inbox-page";
import { inboxContext } from "@/lib/web/inbox-context";
import { listInboxMails, readInboxMail } from "@/lib/web/inbox-mails";

export const metadata: Metadata = { title: "Inbox" };

export default async function InboxMail({ params }: PageProps<"/inbox/[mailId]">) {
  const ctx = await inboxContext();
  const { mailId } = await params;
  const mails = await listInboxMails(ctx);
  const shown = mails.find(({ id }) => id === mailId);
  if (!shown) notFound();
  return <InboxPage mails={mails} shown={shown} content={await readInboxMail(ctx, mailId)} />;
}
