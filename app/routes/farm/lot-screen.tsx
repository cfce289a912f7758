import { FieldHeader } from '#modules/fulfilment/ui/field-header.tsx'
import LotPage from '#modules/provenance/ui/lot-page.tsx'
import type { Route } from './+types/lot.ts'

export default function Screen({ loaderData, matches }: Route.ComponentProps) {
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/lots', word: 'ロット' }} line={null}>
        <h1 className="text-h2 font-bold">ロット</h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-5xl grid-cols-1 gap-5 p-4">
        <LotPage base="/farmer" {...loaderData} />
      </div>
    </>
  )
}
