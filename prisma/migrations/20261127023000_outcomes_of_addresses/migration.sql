-- What an address that works once led to is kept for some time, for the browser that opens it again.
ALTER TABLE "flow"
    DROP CONSTRAINT "flow_kind_check",
    ADD CONSTRAINT "flow_kind_check" CHECK (
        "kind" IN (
            'passkey-registration', 'passkey-authentication', 'social', 'sso', 'two-factor', 'magic-link',
            'email-verification', 'provider-trial', 'provider-trial-report', 'sso-trial', 'sso-trial-report', 'outcome'
        )
    );
