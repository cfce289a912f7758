import { BadgeCheck } from 'lucide-react'
import { Badge } from '#ui/badge.tsx'
import { Link } from '#ui/link.tsx'
import { CartonPanel, Crest } from '#ui/market.tsx'
import { FarmPicture } from '#ui/picture.tsx'
import type { FarmPanel as Farm } from '../product-page.server.ts'

/** The farm beside its product: scene, crest, name and location. */
export function FarmPanel({ farm, category }: { farm: Farm; category: string }) {
  return (
    <CartonPanel category={category} aria-labelledby="farm-name">
      <FarmPicture name={farm.picture} alt="" sizes="(min-width: 1024px) 28rem, 100vw" />
      <div className="grid gap-2 p-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Crest kanji={farm.crest} category={category} className="text-[1.125rem]!" />
          <h2 id="farm-name" className="text-h4 font-bold">
            <Link to={`/restaurant/farmers/${farm.id}`} className="-my-2.5 block py-2.5 hover:underline">
              {farm.name}
            </Link>
          </h2>
          {farm.registered && (
            <Badge className="whitespace-normal" tone="pine">
              <BadgeCheck aria-hidden="true" />
              適格請求書の登録あり
            </Badge>
          )}
        </div>
        <p className="text-sub">
          {farm.prefecture}
          {farm.city}・{farm.representative}さん
        </p>
        <p className="line-clamp-4 text-ink">{farm.story}</p>
        <p>
          <Link
            to={`/restaurant/farmers/${farm.id}`}
            className="inline-flex min-h-11 items-center font-bold text-pine underline underline-offset-4"
          >
            この農園を見る
          </Link>
        </p>
      </div>
    </CartonPanel>
  )
}
