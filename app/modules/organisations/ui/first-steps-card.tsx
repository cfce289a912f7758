import { ChevronRight, Circle, CircleCheck } from 'lucide-react'
import { Form } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Link } from '#ui/link.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { type FirstStep, leftText } from '../first-steps/first-steps.ts'

type Props = { title: string; steps: readonly FirstStep[]; folded: boolean }

/** What is left to do before the first order. Folded it is one line, which opens again where it stands. */
export default function FirstStepsCard({ title, steps, folded }: Props) {
  const done = steps.filter((step) => step.done).length
  const open = !folded && done < steps.length
  return (
    <Card lined aria-labelledby="first-steps">
      <Disclosure
        className="border-0! px-3 md:px-5"
        open={open}
        summary={
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
            <h2 id="first-steps" className="text-h3 font-bold">
              {title}
            </h2>
            <span className="text-sub font-normal">{leftText(steps)}</span>
          </span>
        }
      >
        <ProgressBar label="進み具合" told={`${done}／${steps.length}`} value={done} max={steps.length} />
        <ol className="pt-2">
          {steps.map((step) => (
            <li key={step.name} className="border-b border-line last:border-b-0">
              <Link to={step.to} className="flex min-h-(--target-lg) items-center gap-3 py-2">
                {step.done ? (
                  <CircleCheck aria-hidden="true" className="shrink-0 text-pine" />
                ) : (
                  <Circle aria-hidden="true" className="shrink-0 text-ink-3" />
                )}
                <span className="grid min-w-0 grow">
                  <b>{step.title}</b>
                  <span className="text-sub text-ink-2">
                    {step.done ? '完了' : `${step.about} `}
                    {!step.done && <span className="whitespace-nowrap">（約{step.minutes}分）</span>}
                  </span>
                </span>
                <ChevronRight aria-hidden="true" className="shrink-0 text-ink-3" />
              </Link>
            </li>
          ))}
        </ol>
        {open && (
          <Form method="post">
            <Button kind="text" name="intent" value="later">
              あとで
            </Button>
          </Form>
        )}
      </Disclosure>
    </Card>
  )
}
