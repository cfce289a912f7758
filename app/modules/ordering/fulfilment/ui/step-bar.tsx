import { Check } from 'lucide-react'
import { Link } from '#ui/link.tsx'
import { type FarmStep, farmSteps, farmStepWord } from '../farm-step.ts'

type Props = { current: FarmStep; counts: Record<FarmStep, number>; address: (step: FarmStep) => string }

/** 受注確認 → 箱詰め → 出荷: how many wait at each step; a tick where none do. */
export function StepBar({ current, counts, address }: Props) {
  return (
    <nav aria-label="作業の順序" className="border-b border-line bg-surface">
      <ol className="mx-auto grid max-w-[90rem] grid-cols-3 px-1 lg:px-7">
        {farmSteps.map((step) => (
          <li key={step}>
            <Link
              to={address(step)}
              preventScrollReset
              aria-current={step === current ? 'step' : undefined}
              className="group flex min-h-15 flex-wrap items-center justify-center gap-x-2 border-b-[6px] border-transparent px-1 pt-1 max-[22rem]:flex-col max-[22rem]:gap-0 font-bold text-ink-2 aria-[current]:border-tag aria-[current]:text-ink forced-colors:border-[Canvas] forced-colors:aria-[current]:border-[Highlight]"
            >
              <StepCount count={counts[step]} />
              <span className="text-[min(1rem,6.2vw)] whitespace-nowrap">{farmStepWord[step]}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function StepCount({ count }: { count: number }) {
  if (count === 0)
    return (
      <span className="grid size-8 place-items-center rounded-full bg-pine text-on-pine group-aria-[current]:outline-3 group-aria-[current]:outline-tag">
        <Check aria-hidden="true" strokeWidth={3} />
        <span className="visually-hidden">残りなし</span>
      </span>
    )
  return (
    <span className="grid size-8 place-items-center rounded-full border-2 border-line-strong bg-surface group-aria-[current]:border-tag-ink group-aria-[current]:bg-tag group-aria-[current]:text-tag-ink">
      <span className="num text-lead leading-none">{count}</span>
      <span className="visually-hidden">件</span>
    </span>
  )
}
