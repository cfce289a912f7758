const steps = ['入力', '確認', '完了'] as const
export type InquiryStep = (typeof steps)[number]

/** The current step: 入力 → 確認 → 完了. */
export function InquirySteps({ now }: { now: InquiryStep }) {
  const at = steps.indexOf(now)
  return (
    <ol aria-label="手順" className="flex flex-wrap items-center gap-2">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={step === now ? 'step' : undefined}
          className="group flex items-center gap-2 whitespace-nowrap not-last:grow not-last:after:h-0.5 not-last:after:grow not-last:after:bg-line-strong"
        >
          <span
            aria-hidden="true"
            className={`num grid size-8 shrink-0 place-items-center rounded-full border-2 ${index <= at ? 'border-pine bg-pine text-on-pine' : 'border-line-strong text-ink-2'}`}
          >
            {index + 1}
          </span>
          <span className={index === at ? 'font-bold' : 'text-ink-2'}>{step}</span>
        </li>
      ))}
    </ol>
  )
}
