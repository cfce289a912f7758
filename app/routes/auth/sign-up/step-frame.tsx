import type { ReactNode } from 'react'
import { type SignUpStep, signUpSteps, stepNumber } from '#modules/organisations/sign-up/next-step.ts'
import { FieldPanel } from '../field-panel.tsx'

type Props = {
  step: SignUpStep
  /** The heading, with its literal in a Head. */
  title: ReactNode
  children: ReactNode
  narrow?: boolean
}

/** One of the five screens of the sign-up: its position, its subject, and the form. */
export const StepFrame = ({ step, title, children, narrow = false }: Props) => (
  <FieldPanel wide={!narrow}>
    <header className="grid grid-cols-1 gap-3">
      <StepBar step={step} />
      <h1 className="text-h2 text-pine">{title}</h1>
    </header>
    {children}
  </FieldPanel>
)

/** 3／5, with a bar of five fields like those printed on a carton. */
function StepBar({ step }: { step: SignUpStep }) {
  const now = stepNumber(step)
  return (
    <p className="flex items-center gap-3">
      <span className="visually-hidden">
        全{signUpSteps.length}画面のうち{now}番目
      </span>
      <b aria-hidden="true" className="num text-h3 whitespace-nowrap">
        {now}／{signUpSteps.length}
      </b>
      <span aria-hidden="true" className="flex max-w-60 grow gap-1 pe-20 sm:pe-0">
        {signUpSteps.map((it, index) => (
          <span key={it} className={`h-2.5 grow border border-pine ${index < now ? 'bg-pine' : 'bg-surface'}`} />
        ))}
      </span>
    </p>
  )
}
