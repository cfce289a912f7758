import { Store, Tractor } from 'lucide-react'
import type { Place } from '#modules/identity/workplaces.server.ts'
import { WorkplaceSwitch } from '#routes/shell/workplace-switch.tsx'
import { Badge } from '#ui/badge.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { ProfileCard } from './profile-card.tsx'

const sides = {
  restaurant: { Icon: Store, members: '/restaurant/members' },
  farm: { Icon: Tractor, members: '/farmer/members' },
} as const

/**
 * The user's organisation, its members, and links to the user's other organisations. Nothing for a user without one.
 */
export function WorkplacesCard({ places }: { places: readonly Place[] }) {
  const here = places.find((place) => place.here)
  if (places.length === 0) return null
  return (
    <ProfileCard id="places" title={<Head as="span">所属する飲食店・農園</Head>}>
      {here && <Here place={here} />}
      <WorkplaceSwitch places={places} />
    </ProfileCard>
  )
}

function Here({ place: { side, name } }: { place: Place }) {
  const { Icon, members } = sides[side]
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p className="flex min-w-0 grow items-center gap-2 font-bold wrap-anywhere">
        <Icon aria-hidden="true" className="shrink-0 text-pine" />
        {name}
        <Badge tone="pine">選択中</Badge>
      </p>
      <Link to={members} className="prose-link inline-flex min-h-11 items-center font-bold">
        メンバーを見る
      </Link>
    </div>
  )
}
