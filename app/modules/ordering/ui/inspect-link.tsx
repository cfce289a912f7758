import { ClipboardCheck } from 'lucide-react'
import { ButtonLink } from '#ui/button.tsx'

type Props = { orderId: string; about: string; className?: string }

/** 検収: the first action of what has arrived. */
export const InspectLink = ({ orderId, about, className }: Props) => (
  <ButtonLink to={`/restaurant/receiving/${orderId}`} className={className}>
    <ClipboardCheck aria-hidden="true" />
    <span>
      検収する<span className="visually-hidden">：{about}</span>
    </span>
  </ButtonLink>
)
