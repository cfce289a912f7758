import { ArrowLeftRight } from 'lucide-react'
import { signAddress } from '#kernel/picture-name.ts'
import type { Place } from '#modules/identity/workplaces.server.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Form } from '#ui/fetcher.tsx'

/** The user's other organisations, each one press away; nothing for a user with only one. */
export function WorkplaceSwitch({ places }: { places: readonly Place[] }) {
  const others = places.filter(({ here }) => !here)
  if (others.length === 0) return null
  return (
    <Form method="post" action="/profile/place" reloadDocument className="grid grid-cols-1 gap-1">
      <p className="text-caption font-bold text-ink-2">他の飲食店・農園に切り替える</p>
      {others.map(({ membershipId, name, side, crest, logo }) => (
        <button
          key={membershipId}
          type="submit"
          name="membershipId"
          value={membershipId}
          className="flex min-h-(--target) items-center gap-2 rounded-control px-2 py-2 text-start font-bold hover:bg-sunken"
        >
          <Avatar photo={signAddress(logo, 32)} crest={crest} size={32} look="sign" />
          <span className="grid min-w-0 grow">
            <span className="wrap-anywhere">{name}</span>
            <span className="text-caption font-normal text-ink-2">{side === 'farm' ? '農園' : '飲食店'}</span>
          </span>
          <ArrowLeftRight aria-hidden="true" size={20} className="shrink-0" />
        </button>
      ))}
    </Form>
  )
}
