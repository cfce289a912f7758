import { DoorOpen, Download, NotebookText, Share2, SlidersHorizontal } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { badgeFileName, searchOf } from '#modules/traceability/badges/badge-file.ts'
import { badgeName, missingWords, partDone } from '#modules/traceability/badges/progress-labels.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Explained } from '#ui/explained.tsx'
import { iconOnly } from '#ui/icon-button.tsx'
import { lazyPart } from '#ui/later-part.ts'
import { Link } from '#ui/link.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { useShop } from '../layout/shell.ts'
import type { Route } from './+types/bagge.ts'
import { BadgeControls } from './bagge-controls.tsx'
import { BadgeEmbed } from './bagge-embed.tsx'
import { BadgeScene } from './bagge-scene.tsx'
import './bagge.css'

export type Loaded = Route.ComponentProps['loaderData']
export type Chosen = NonNullable<Loaded['chosen']>

/** The sheet of a phone is loaded when it is opened. */
const Sheet = lazyPart(() => import('./bagge-sheet.tsx'))

export default function BadgeScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { chosen, progress } = loaderData
  return (
    <div className="mx-auto grid w-full max-w-[80rem] grid-cols-1 gap-5 px-3.5 pt-4 pb-8 lg:px-8 lg:pt-8">
      <div>
        <h1 className="text-h2 font-bold lg:text-h1">産地バッジ</h1>
        <p className="text-sub text-ink-2 lg:text-body">
          検収した納品の記録から、仕入れた農園を証明するバッジを作成します。メニューや入口に掲示できます。
        </p>
      </div>
      {chosen ? (
        <Earned loaded={loaderData} chosen={chosen} problem={actionData?.problem.summary ?? null} />
      ) : (
        <NotYet progress={progress} />
      )}
      {progress.length > 0 && (
        <section aria-labelledby="not-yet" className="grid grid-cols-1 gap-3">
          <h2 id="not-yet" className="text-h3 font-bold">
            {chosen ? 'その他のバッジ' : '作成の条件'}
          </h2>
          <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
            {progress.map((it) => (
              <li key={it.rule}>
                <Card lined className="h-full">
                  <div className="grid grid-cols-1 gap-1 p-4">
                    <h3 className="font-bold">{badgeName[it.rule]}</h3>
                    <ProgressBar label={missingWords(it)} {...partDone(it)} />
                  </div>
                </Card>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

type EarnedProps = { loaded: Loaded; chosen: Chosen; problem: string | null }

function Earned({ loaded, chosen, problem }: EarnedProps) {
  const [open, setOpen] = useState(false)
  const controls = <BadgeControls loaded={loaded} chosen={chosen} problem={problem} />
  return (
    <>
      <div className="bagge">
        <div className="grid grid-cols-1 content-start gap-3">
          <Preview loaded={loaded} chosen={chosen} />
          <Facts chosen={chosen} />
        </div>
        <Card lined className="bagge-panel" aria-label="バッジを選択">
          <div className="p-5">{controls}</div>
        </Card>
      </div>
      <BadgeEmbed chosen={chosen} />
      <div className="bagge-bar">
        <Button
          type="button"
          kind="line"
          size="lg"
          icon={<SlidersHorizontal />}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          形と農園
        </Button>
        <ShareButton loaded={loaded} />
        <a
          className="btn"
          data-kind="pine"
          data-size="lg"
          href={`/restaurant/bagge/badge.svg${searchOf(loaded.wish)}`}
          download={badgeFileName(loaded.wish, 'svg')}
        >
          <Download aria-hidden="true" />
          <Explained inControl>印刷用SVG</Explained>
        </a>
      </div>
      {open && (
        <Suspense>
          <Sheet onClose={() => setOpen(false)}>{controls}</Sheet>
        </Suspense>
      )}
    </>
  )
}

/** The preview where guests see it: on a menu or on the door. */
function Preview({ loaded, chosen }: { loaded: Loaded; chosen: Chosen }) {
  const { wish, scene } = loaded
  const { shop } = useShop()
  const here = useLocation().pathname
  const to = (scene: 'menu' | 'door') => here + searchOf(wish, scene === 'door' ? { scene } : {})
  const shown = chosen.badge.farms.filter((farm) => farm.shown)
  return (
    <section aria-label="見本" className="bagge-preview">
      <BadgeScene
        scene={scene}
        shape={wish.shape}
        shop={{ name: chosen.badge.shop, crest: shop.crest }}
        farms={shown.slice(0, 3)}
        picture={{
          // its picture changes with the shown farms
          src: `/restaurant/bagge/badge.svg${searchOf({ ...wish, bleed: false }, { view: '1', of: String(shown.length) })}`,
          alt: `${chosen.words?.whole ?? ''}　${chosen.words?.period ?? ''}`,
        }}
        code={`/restaurant/bagge/code.svg${searchOf({ rule: wish.rule }, { view: '1' })}`}
      />
      <nav aria-label="見本の場所" className="bagge-places">
        {(
          [
            ['menu', 'メニュー', NotebookText],
            ['door', '入口', DoorOpen],
          ] as const
        ).map(([place, word, Icon]) => (
          <Link
            key={place}
            to={to(place)}
            replace
            preventScrollReset
            aria-current={place === scene ? 'true' : undefined}
          >
            <Icon aria-hidden="true" size={18} />
            {word}
          </Link>
        ))}
      </nav>
    </section>
  )
}

/** What the badge states, until when, by which rule, and its public address. */
function Facts({ chosen }: { chosen: Chosen }) {
  const { badge, words, ruleText, address } = chosen
  return (
    <section aria-label="このバッジの証明内容" className="grid grid-cols-1 gap-2">
      <p>
        <b>{words?.whole}</b>
        <span className="block text-sub text-ink-2">
          バッジの対象期間 <span className="num">{words?.period}</span>
        </span>
      </p>
      <p className="text-sub text-ink-2">{ruleText} 納品が続くと期間は延び、途切れるとバッジは自動で終了します。</p>
      <p className="flex flex-wrap gap-x-5">
        <a href={address} className="prose-link inline-flex min-h-11 items-center">
          お客様向けページ
        </a>
        <a href={`/api/badges/${badge.token}`} className="prose-link inline-flex min-h-11 items-center">
          <Explained inControl>署名付きの証明データ（JSON）</Explained>
        </a>
      </p>
    </section>
  )
}

/** Shares the picture with another app of the phone; if that is impossible, it is downloaded. */
function ShareButton({ loaded }: { loaded: Loaded }) {
  const [busy, setBusy] = useState(false)
  const { wish } = loaded
  const address = `/restaurant/bagge/badge.png${searchOf({ ...wish, bleed: false })}`
  const name = badgeFileName({ ...wish, bleed: false }, 'png')
  const share = async () => {
    setBusy(true)
    try {
      const png = await (await fetch(address)).blob()
      const files = [new File([png], name, { type: 'image/png' })]
      if (!navigator.canShare?.({ files })) return keep(address, name)
      await navigator.share({ files, title: '産地バッジ' })
    } catch (error) {
      // closed without selecting an app: nothing to do
      if (!(error instanceof DOMException && error.name === 'AbortError')) keep(address, name)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button type="button" kind="line" size="lg" busy={busy} {...iconOnly('画像を共有')} onClick={share}>
      <Share2 aria-hidden="true" />
    </Button>
  )
}

function keep(address: string, name: string): void {
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
}

/** No badge yet: where it will be, and what is missing. */
function NotYet({ progress }: { progress: Loaded['progress'] }) {
  const first = progress.find(({ rule }) => rule === 'farms') ?? progress[0]
  const { shop } = useShop()
  return (
    <section aria-label="見本" className="bagge-preview mx-auto w-full max-w-[44rem]">
      <BadgeScene
        scene="menu"
        shape="seal"
        shop={shop}
        farms={[]}
        picture={null}
        code={null}
        missing={first ? missingWords(first) : '最初の納品をお待ちください'}
      />
    </section>
  )
}
