import type { ComponentProps, ReactNode } from 'react'
import { Focusable } from 'react-aria-components/Focusable'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import { tooltip } from './constants.ts'
import { ReactAria } from './react-aria.tsx'
import '#styles/kit/tooltip.css'

/**
 * A word beside a control, for pointer and keyboard. Touch never shows it, so it holds nothing essential. The child is
 * one element that can have the focus and takes a ref.
 */
export function Tooltip({
  text,
  children,
}: {
  text: ReactNode
  children: ComponentProps<typeof Focusable>['children']
}) {
  return (
    <ReactAria>
      <TooltipTrigger delay={tooltip.delay} closeDelay={tooltip.delay}>
        <Focusable>{children}</Focusable>
        <AriaTooltip className="tooltip" containerPadding={tooltip.boundaryPadding} offset={6}>
          {text}
        </AriaTooltip>
      </TooltipTrigger>
    </ReactAria>
  )
}
