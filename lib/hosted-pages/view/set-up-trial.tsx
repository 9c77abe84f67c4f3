import type { SsoTrialClaim } from "@/lib/sign-in/sso/trial/resource";

export interface SetUpTrialProps {
  title: string;
  /** The result that a sign-in would have had, or the reason for its refusal and the change that helps. */
  result: string;
  isGood: boolean;
  detail: string | null;
  facts: readonly (readonly [name: string, value: string])[];
  claims: readonly (Omit<SsoTrialClaim, "use"> & { use: string })[];
  tryAgain: string;
  back: string;
}

/** The result of a sign-in that the company's administrator tried, shown to their browser alone. */
export function SetUpTrial({ title, result, isGood, detail, facts, claims, tryAgain, back }: SetUpTrialProps) {
  return (
    <section data-auth-ui="" data-part="set-up" aria-labelledby="title" lang="en" dir="ltr">
      <h1 data-part="title" id="title">
        {title}
      </h1>
      <p data-part={isGood ? "notice" : "error"} role="status">
        {result}
      </p>
      {detail !== null && <p data-part="text">Detail: {detail}</p>}
      <p data-part="text">No one was signed in, and no user was created. Only this browser sees this page.</p>
      {facts.length > 0 && (
        <>
          <h2 data-part="subtitle">Person</h2>
          <dl data-part="facts">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {claims.length > 0 && (
        <>
          <h2 data-part="subtitle">Received</h2>
          <dl data-part="facts">
            {claims.map(({ name, value, use }) => (
              <div key={name}>
                <dt>
                  {name}: {use}
                </dt>
                <dd>{value || "Empty"}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <a data-part="submit" href={back}>
        Back to the set-up
      </a>
      <a data-part="secondary" href={tryAgain}>
        Try again
      </a>
    </section>
  );
}
