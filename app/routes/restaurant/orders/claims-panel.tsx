import type { ClaimView } from '#modules/ordering/claims/claim-queries.server.ts'
import { ClaimCard } from '#modules/ordering/ui/claim-card.tsx'
import { ClaimSteps } from '#modules/ordering/ui/claim-steps.tsx'
import type { Problem } from '#web/form.ts'

type Props = { claims: readonly ClaimView[]; formKey: string; now: Date; problem: Problem | undefined }

/** The claims of an order, as the restaurant sees them. Its script is loaded only if there is one. */
export default function ClaimsPanel({ claims, formKey, now, problem }: Props) {
  return (
    <section aria-labelledby="claims" className="grid grid-cols-1 gap-3 print:hidden">
      <h2 id="claims" className="text-h3 font-bold">
        不良・欠品の報告
      </h2>
      {claims.map((claim) => (
        <ClaimCard key={claim.id} claim={claim} now={now} reader="restaurant">
          <ClaimSteps
            claim={claim}
            formKey={formKey}
            steps={['takeOffer', 'escalate', 'recheck', 'withdraw']}
            problem={problem}
          />
        </ClaimCard>
      ))}
    </section>
  )
}
