import { CodeXml, Download, FileText, Image, QrCode } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Form, useFetcher, useLocation, useSubmit } from 'react-router'
import type { FarmProof } from '#modules/traceability/badges/badge.ts'
import { badgeFileName, paperFileName, searchOf } from '#modules/traceability/badges/badge-file.ts'
import { badgeShapes, papers, paperWord, printSizes, shapeWord } from '#modules/traceability/badges/drawings/shapes.ts'
import { badgeName } from '#modules/traceability/badges/progress-labels.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Explained } from '#ui/explained.tsx'
import { SelectField } from '#ui/field.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { Crest } from '#ui/market.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Chosen, Loaded } from './bagge-screen.tsx'

type Props = { loaded: Loaded; chosen: Chosen; problem: string | null }

/** Shape, farms and files; the same beside the preview on a PC and in the sheet of a phone. */
export function BadgeControls({ loaded, chosen, problem }: Props) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <Appearance loaded={loaded} chosen={chosen} />
      <Farms loaded={loaded} chosen={chosen} problem={problem} />
      <Files loaded={loaded} />
    </div>
  )
}

/** Its appearance: in the address, so that it works without script and can be shared. */
function Appearance({ loaded, chosen }: Omit<Props, 'problem'>) {
  const submit = useSubmit()
  const name = useId()
  const { wish, earned, scene } = loaded
  const shown = chosen.badge.farms.filter((farm) => farm.shown)
  const choose = (event: FormEvent<HTMLFormElement>) =>
    submit(event.currentTarget, { replace: true, preventScrollReset: true })
  return (
    <Form method="get" onChange={choose} replace preventScrollReset className="grid grid-cols-1 gap-4">
      {scene === 'door' && <input type="hidden" name="scene" value="door" />}
      {earned.length > 1 ? (
        <SelectField label="バッジ" name="rule" defaultValue={chosen.badge.rule}>
          {earned.map(({ rule, whole }) => (
            <option key={rule} value={rule}>
              {whole ?? badgeName[rule]}
            </option>
          ))}
        </SelectField>
      ) : null}
      <fieldset>
        <legend className="pb-2 font-bold">形</legend>
        <div className="bagge-shapes">
          {badgeShapes.map((shape) => (
            <label key={shape}>
              <input type="radio" name="shape" value={shape} defaultChecked={shape === wish.shape} />
              {shapeWord[shape]}
            </label>
          ))}
        </div>
      </fieldset>
      {wish.shape === 'line' && (
        <SelectField label="一行に記載する内容" name="farm" defaultValue={wish.farm ?? ''}>
          <option value="">{chosen.words?.whole}</option>
          {shown.map((farm) => (
            <option key={farm.farmId} value={farm.farmId}>
              {farm.place} {farm.name}
            </option>
          ))}
        </SelectField>
      )}
      <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2 lg:grid-cols-1">
        <fieldset className="flex flex-wrap items-center gap-x-4">
          <legend className="visually-hidden">サイズ</legend>
          {printSizes.map((size) => (
            <label key={size} htmlFor={`${name}-${size}`} className="inline-flex min-h-11 items-center gap-2">
              <input
                id={`${name}-${size}`}
                type="radio"
                name="size"
                value={size}
                defaultChecked={size === wish.size}
                className="size-5 accent-pine"
              />
              <span>
                <span className="num">{size}</span>mm
              </span>
            </label>
          ))}
        </fieldset>
        <Checkbox name="code" value="1" defaultChecked={wish.code} label="QRコードを入れる" />
        <Checkbox name="bleed" value="1" defaultChecked={wish.bleed} label="塗り足し3mm（印刷所用）" />
      </div>
      <p className="without-script">
        <Button kind="line">この形で表示</Button>
      </p>
    </Form>
  )
}

/** Each press sends the whole selection; the next waits for the previous one, so that the last press wins. */
function useChosenFarms(chosen: Chosen) {
  const fetcher = useFetcher<{ problem?: { summary: string } } | null>()
  const { pathname, search } = useLocation()
  const proven = chosen.badge.farms
  const [pressed, setPressed] = useState<ReadonlySet<string> | null>(null)
  const before = useRef<Promise<unknown>>(Promise.resolve())
  const shown = pressed ?? new Set<string>(proven.filter((farm) => farm.shown).map(({ farmId }) => farmId))
  const show = (farmId: string, on: boolean) => {
    const next = new Set(shown)
    if (on) next.add(farmId)
    else next.delete(farmId)
    setPressed(next)
    const form = new FormData()
    form.set('token', chosen.badge.token)
    form.set('key', crypto.randomUUID())
    for (const id of next) form.append('farmIds', id)
    before.current = before.current
      .then(() => fetcher.submit(form, { method: 'post', action: pathname + search }))
      .finally(() => setPressed((now) => (now === next ? null : now)))
  }
  return { shown, show, problem: fetcher.data?.problem?.summary ?? null }
}

function Farms({ loaded, chosen, problem }: Props) {
  const { badge, mayChoose } = chosen
  const farms = useChosenFarms(chosen)
  const said = farms.problem ?? problem
  return (
    <Form method="post" preventScrollReset className="grid grid-cols-1 gap-1">
      <input type="hidden" name="key" value={loaded.key} />
      <input type="hidden" name="token" value={badge.token} />
      <fieldset>
        <legend className="font-bold">
          掲載する農園{' '}
          <span className="text-sub font-normal text-ink-2">
            {badge.rule === 'farms' ? '直近3か月に3回以上' : `${badge.farms.length}農園`}
          </span>
        </legend>
        {said && (
          <Notice tone="akane" className="mt-2">
            {said}
          </Notice>
        )}
        <ul className="bagge-farms">
          {badge.farms.map((farm) => (
            <li key={farm.farmId}>
              {mayChoose ? (
                <Switch
                  name="farmIds"
                  value={farm.farmId}
                  checked={farms.shown.has(farm.farmId)}
                  onChange={(event) => farms.show(farm.farmId, event.target.checked)}
                  label={<FarmLabel farm={farm} />}
                />
              ) : (
                <FarmLabel farm={farm} />
              )}
            </li>
          ))}
        </ul>
      </fieldset>
      {mayChoose && (
        <p className="without-script">
          <Button kind="line">掲載する農園を保存する</Button>
        </p>
      )}
    </Form>
  )
}

const FarmLabel = ({ farm }: { farm: FarmProof }) => (
  <span className="flex min-w-0 items-center gap-2.5 leading-snug">
    <Crest kanji={farm.crest} />
    <span className="min-w-0">
      {farm.name}
      <small className="block text-caption font-normal text-ink-2">
        {farm.place}／<span className="num">{farm.deliveries}</span>回
      </small>
    </span>
  </span>
)

const small = { className: 'btn', 'data-kind': 'line', 'data-size': 'md' } as const

function Files({ loaded: { wish } }: { loaded: Loaded }) {
  const of = searchOf({ rule: wish.rule })
  const { search } = useLocation()
  return (
    <div className="bagge-files">
      <a
        className="btn"
        data-kind="pine"
        data-size="lg"
        href={`/restaurant/bagge/badge.svg${searchOf(wish)}`}
        download={badgeFileName(wish, 'svg')}
      >
        <Download aria-hidden="true" />
        <Explained inControl>印刷用SVG</Explained>
      </a>
      <a {...small} href={`/restaurant/bagge/badge.png${searchOf(wish)}`} download={badgeFileName(wish, 'png')}>
        <Image aria-hidden="true" />
        <Explained inControl>PNG</Explained>
      </a>
      <a {...small} href={`/restaurant/bagge/code.svg${of}`} download="産地バッジ-QR.svg">
        <QrCode aria-hidden="true" />
        QRコードのみ
      </a>
      {papers.map((paper) => (
        <a key={paper} {...small} href={`/restaurant/bagge/${paper}.pdf${of}`} download={paperFileName(paper)}>
          <FileText aria-hidden="true" />
          {paperWord[paper]}
        </a>
      ))}
      <ButtonLink to={`${search}#embed`} kind="line" icon={<CodeXml />} className="bagge-to-embed">
        埋め込み
      </ButtonLink>
    </div>
  )
}
