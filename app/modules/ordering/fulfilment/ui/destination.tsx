import { MapPin, Phone } from 'lucide-react'
import type { ShipTo } from '#kernel/enums.ts'
import { formatPostalCode } from '#kernel/format.ts'

/** As written on the label. */
export function Destination({ to, prefecture }: { to: ShipTo; prefecture: string }) {
  return (
    <address className="grid grid-cols-1 gap-2 not-italic wrap-anywhere">
      <p className="text-h4 font-bold">
        {to.restaurant}
        {!to.kitchen && '　御中'}
        {to.kitchen && <span className="block text-body">{to.kitchen}　御中</span>}
      </p>
      <p className="flex gap-2">
        <MapPin aria-hidden="true" className="mt-1 shrink-0 text-ink-3" />
        <span className="min-w-0">
          <span className="whitespace-nowrap">{formatPostalCode(to.postalCode)}</span>
          <br />
          {prefecture}
          {to.city}
          {to.street}
          {to.building && <span className="block">{to.building}</span>}
        </span>
      </p>
      <p>
        <a
          href={`tel:${to.phone.replaceAll('-', '')}`}
          className="prose-link inline-flex min-h-(--target) items-center gap-2 text-h4 font-bold tabular-nums"
        >
          <Phone aria-hidden="true" className="shrink-0" />
          {to.phone}
        </a>
      </p>
    </address>
  )
}
