export interface DecisionProps {
  title: string;
  text: string;
  warning?: string;
  /** The facts of the decision, such as the program that asks, and the account it asks for. */
  facts: { label: string; value: string }[];
  action: string;
  hiddenFields: Record<string, string>;
  /** Why it was refused a moment ago. */
  failure?: string | null;
  approve: string;
  deny: string;
}

/** A question with two answers, such as a device or an invitation: nothing is approved but by the button. */
export function Decision(props: DecisionProps) {
  const { title, text, warning, facts, action, hiddenFields, failure = null, approve, deny } = props;
  return (
    <section data-auth-ui="" data-part="decision" aria-labelledby="title">
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
      {warning && <p data-part="text">{warning}</p>}
      <form method="post" action={action} data-part="form">
        {Object.entries(hiddenFields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {failure !== null && (
          <div data-part="error" role="alert">
            {failure}
          </div>
        )}
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
