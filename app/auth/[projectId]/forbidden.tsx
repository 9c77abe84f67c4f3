import { Message } from "@/components/hosted/message";
import { PlainPage } from "@/components/hosted/plain-page";
import { pageLocale } from "@/lib/web/hosted/page";
import { textsFor } from "@/lib/web/hosted/texts";

export default async function Forbidden() {
  const t = textsFor(await pageLocale());
  return (
    <PlainPage>
      <Message title={t("suspended.title")} text={t("suspended.text")} />
    </PlainPage>
  );
}
