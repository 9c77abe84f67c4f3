export interface DeviceRequestProps {
  title: string;
  text: string;
  warning: string;
  /** Who asks, from where, and as whom it would be signed in. */
  facts: { label: string; value: string }[];
  action: string;
  userCode: string;
  approve: string;
  deny: string;
}

/** A device that waits for its user: nothing is approved but by the button. */
export function DeviceRequest({ title, text, warning, facts, action, userCode, approve, deny }: DeviceRequestProps) {
  return (
    <section data-auth-ui="" data-part="device-request" aria-labelledby="title">
      <h1 data-part="title" id="title">
        {title}
      </h1>
      <p data-part="text">{text}</p>
      <dl data-part="facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <p data-part="text">{warning}</p>
      <form method="post" action={action} data-part="form">
        <input type="hidden" name="user_code" value={userCode} />
        <button type="submit" name="decision" value="approve" data-part="submit">
          {approve}
        </button>
        <button type="submit" name="decision" value="deny" data-part="secondary">
          {deny}
        </button>
      </form>
    </section>
  );
}
