import { Form, useNavigation } from 'react-router'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { keyOfTask } from '#ui/key-of-task.ts'
import { type ClaimTransition, claimRuleOf } from '../claim-process.ts'
import type { ClaimView } from '../claims/claim-queries.server.ts'

type Problem = { fields: Record<string, string>; typed: Record<string, string> }
type Props = {
  claim: Pick<ClaimView, 'id' | 'actions'>
  formKey: string
  /** The steps of this side that need only one press or one sentence. */
  steps: readonly ClaimTransition[]
  problem: Problem | undefined
}

/** What a side can do with at most a sentence; steps that are refused now are shown with their reason elsewhere. */
export function ClaimSteps({ claim, formKey, steps, problem }: Props) {
  const mine = claim.actions.filter(({ name, refusal }) => steps.includes(name) && refusal === null)
  return mine.map(({ name, button }) => (
    <StepForm
      key={name}
      name={name}
      button={button}
      claim={claim}
      formKey={formKey}
      problem={problem?.typed.claimId === claim.id && problem.typed.intent === `claim.${name}` ? problem : undefined}
    />
  ))
}

type StepProps = Omit<Props, 'steps'> & { name: ClaimTransition; button: string }

function StepForm({ name, button, claim, formKey, problem }: StepProps) {
  const sent = useNavigation().formData
  const asksWords = claimRuleOf(name).needsReason || name === 'escalate'
  return (
    <Form method="post" className="grid grid-cols-1 gap-2">
      <input type="hidden" name="intent" value={`claim.${name}`} />
      <input type="hidden" name="key" value={keyOfTask(formKey, `${name} ${claim.id}`)} />
      <input type="hidden" name="claimId" value={claim.id} />
      {asksWords && (
        <TextField
          label={name === 'recheck' ? '再審査を希望する点' : '運営への連絡事項'}
          need={name === 'recheck' ? 'required' : 'optional'}
          name="words"
          autoComplete="off"
          maxLength={400}
          defaultValue={problem?.typed.words}
          error={problem?.fields.words}
        />
      )}
      <Button
        kind={name === 'takeOffer' ? 'pine' : 'line'}
        busy={sent?.get('claimId') === claim.id && sent.get('intent') === `claim.${name}`}
      >
        {button}
      </Button>
    </Form>
  )
}
