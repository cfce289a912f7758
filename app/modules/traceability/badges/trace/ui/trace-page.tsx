import type { ReactNode } from 'react'
import { type JstDate, monthOf } from '#kernel/jst.ts'
import { photoKeyIn, pictureAddress } from '#kernel/picture-name.ts'
import { publishedRules } from '#modules/traceability/badges/badge-rules.ts'
import type { TracedFarm, TracedGoods, TracePage } from '#modules/traceability/badges/trace.server.ts'
import { Logo } from '#ui/logo.tsx'
import { longDay, printedDay, shortDay } from '../guest-days.ts'
import { guestWords } from '../labels.ts'
import { type GuestLanguage, guestLanguages } from '../language.ts'
import { prefectureName } from '../prefecture-names.ts'
import { produceName } from '../produce-names.ts'
import { romajiOf } from '../romaji.ts'
import { SeasonMonths } from './season-months.tsx'
import { JapanOutline, TraceMap } from './trace-map.tsx'

/** Shown products per farm; the others are counted. */
const mostGoods = 6

type Shown = { language: GuestLanguage; today: JstDate }

/** The body of the page behind a badge. No script: disclosures are <details>, navigation is links. */
export function TraceBody({ page, ...shown }: Shown & { page: TracePage }) {
  const { language } = shown
  const words = guestWords[language]
  return (
    <>
      <a className="skip" href="#main">
        {words.skip}
      </a>
      <header className="top">
        <nav aria-label={words.languages}>
          <ul>
            {guestLanguages.map((one) => (
              <li key={one}>
                <a
                  href={`/trace/${page.token}?lang=${one}`}
                  lang={one}
                  hrefLang={one}
                  aria-current={one === language ? 'true' : undefined}
                >
                  {guestWords[one].language}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main id="main">
        {page.state === 'valid' ? <Valid page={page} {...shown} /> : <Ended page={page} language={language} />}
      </main>
      <footer>
        <Logo />
        <p>
          {words.aboutUs}{' '}
          <a href="/" hrefLang="ja">
            {words.home}
          </a>
        </p>
      </footer>
    </>
  )
}

type Valid = Extract<TracePage, { state: 'valid' }>

function Valid({ page, language, today }: Shown & { page: Valid }) {
  const words = guestWords[language]
  const { before, figure, after } = words.claim(page.rule, page.percent ?? page.farms.length)
  return (
    <>
      <JapanOutline />
      <Hero seal={words.seal} shop={<Ja language={language}>{page.shop}</Ja>}>
        <p className="claim">
          {before && <span>{before}</span>}
          <b className="num">{figure}</b>
          {after && <span>{after}</span>}
        </p>
        <p className="num dates">
          <time dateTime={page.from}>{printedDay(page.from)}</time> —{' '}
          <time dateTime={page.wholeUntil}>{printedDay(page.wholeUntil)}</time>
        </p>
      </Hero>
      {page.farms.length > 0 && <Origins farms={page.farms} language={language} />}
      <div className="farms">
        {page.farms.map((farm, place) => (
          <Farm key={farm.farmId} farm={farm} id={`farm-${place + 1}`} language={language} today={today} />
        ))}
      </div>
      <div className="columns">
        <section aria-labelledby="about" className="card">
          <h2 id="about">{words.aboutBadge}</h2>
          <p>{words.rule[page.rule](publishedRules[page.rule])}</p>
          <dl className="facts">
            <Fact name={words.countedFrom}>{longDay(page.from, language)}</Fact>
            <Fact name={words.validUntil}>{longDay(page.wholeUntil, language)}</Fact>
          </dl>
          <p className="small">{words.validUntilNote(longDay(page.until, language))}</p>
          <img
            className="badge"
            src={`/trace/${page.token}/badge.svg`}
            width="160"
            height="160"
            alt=""
            loading="lazy"
            decoding="async"
          />
        </section>
        <section aria-labelledby="check" className="card check">
          <h2 id="check">{words.check}</h2>
          <p>{words.basis}</p>
          <p>{words.checkText}</p>
          <p>
            <a href={`/api/badges/${page.token}`}>{words.checkData}</a>
          </p>
          <p>
            <a href="/api/docs" hrefLang="ja">
              {words.checkHow}
            </a>
          </p>
        </section>
      </div>
    </>
  )
}

function Ended({ page, language }: { page: Extract<TracePage, { state: 'ended' }>; language: GuestLanguage }) {
  const words = guestWords[language]
  return (
    <>
      <Hero seal={<Ja language={language}>{page.shop}</Ja>} shop={words.endedHead} ended>
        <p className="num dates">
          <time dateTime={page.from}>{printedDay(page.from)}</time> —{' '}
          <time dateTime={page.until}>{printedDay(page.until)}</time>
        </p>
      </Hero>
      <section className="card lone" aria-labelledby="about">
        <h2 id="about">{words.aboutBadge}</h2>
        <p>{words.ended(page.shop)}</p>
        <dl className="facts">
          <Fact name={words.endedPeriod}>
            {longDay(page.from, language)} {language === 'ja' ? '〜' : '–'} {longDay(page.until, language)}
          </Fact>
        </dl>
        <p className="small">{words.rule[page.rule](publishedRules[page.rule])}</p>
        <p>
          <a href={`/api/badges/${page.token}`}>{words.checkData}</a>
        </p>
      </section>
    </>
  )
}

const rays = [-72, -48, -24, 0, 24, 48, 72]
const furrows = [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6]

/** The badge as a landscape: the sun above the field, and on the field the badge's text. */
const Hero = ({
  seal,
  shop,
  ended,
  children,
}: {
  seal: ReactNode
  shop: ReactNode
  ended?: true
  children: ReactNode
}) => (
  <div className="hero" data-ended={ended}>
    <svg className="sun" viewBox="0 0 240 108" aria-hidden="true">
      <g className="rises">
        {rays.map((angle) => (
          <path key={angle} d="M120 30V13" transform={`rotate(${angle} 120 108)`} />
        ))}
        <circle cx="120" cy="108" r="62" />
      </g>
    </svg>
    <div className="field">
      <svg className="furrows" viewBox="0 0 400 200" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
        {furrows.map((ray) => (
          <path key={ray} d={`M${200 + ray * 5} -20 L${200 + ray * 92 - 13} 200h26L${200 + ray * 5 + 2} -20z`} />
        ))}
      </svg>
      <p className="sealed">{seal}</p>
      <h1>{shop}</h1>
      {children}
    </div>
  </div>
)

function Origins({ farms, language }: { farms: readonly TracedFarm[]; language: GuestLanguage }) {
  const words = guestWords[language]
  return (
    <section aria-labelledby="origins" className="card origins">
      <h2 id="origins">
        {words.origins}
        <small>{words.farms(farms.length)}</small>
      </h2>
      <TraceMap farms={farms.map(({ prefecture }) => prefecture)} counted />
      <ol>
        {farms.map((farm, place) => (
          <li key={farm.farmId}>
            <a href={`#farm-${place + 1}`}>
              <Crest farm={farm} />
              <span>
                <b>
                  <Ja language={language}>{farm.name}</Ja>
                </b>{' '}
                <Place farm={farm} language={language} />
              </span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Farm({ farm, id, language, today }: Shown & { farm: TracedFarm; id: string }) {
  const words = guestWords[language]
  const goods = farm.goods.slice(0, mostGoods)
  const others = farm.goods.length - goods.length
  const latin = language === 'ja' || language === 'zh-Hant' ? '' : romajiOf(farm.kana)
  return (
    <article className="card farm" id={id} data-category={farm.goods[0]?.category} aria-labelledby={`${id}-name`}>
      <div className="lines" />
      <div className="scene">
        <FarmPhoto farm={farm} alt={photoKeyIn(farm.picture) ? farm.caption || words.photoOf(farm.name) : ''} />
        <p className="seal" aria-hidden="true">
          {farm.prefecture && prefectureName(farm.prefecture, language)}
          <b>
            <Ja language={language}>{farm.place}</Ja>
          </b>
        </p>
      </div>
      <div className="who">
        <Crest farm={farm} />
        <div>
          <h2 id={`${id}-name`}>
            <Ja language={language}>{farm.name}</Ja>
          </h2>
          {latin && <p lang="ja-Latn">{latin}</p>}
          <p>
            <Place farm={farm} language={language} />
          </p>
        </div>
        <TraceMap farms={[farm.prefecture]} counted={false} />
      </div>
      <dl className="facts">
        <Fact name={words.lastDelivery}>{shortDay(farm.lastOn, language)}</Fact>
        <Fact name={words.deliveries}>
          {words.times(farm.deliveries)} <small>{words.since(shortDay(farm.firstOn, language))}</small>
        </Fact>
      </dl>
      {goods.length > 0 && (
        <div>
          <h3>{words.goods}</h3>
          <ul className="goods">
            {goods.map((one) => (
              <Goods key={one.name} goods={one} language={language} today={today} />
            ))}
          </ul>
          {others > 0 && <p className="small">{words.more(others)}</p>}
          <p className="legend small" aria-hidden="true">
            <span>
              <i className="in" /> {words.season}
            </span>
            <span>
              <i className="best" /> {words.peak}
            </span>
            <span>
              <i data-now /> {words.now}
            </span>
          </p>
        </div>
      )}
      {(farm.story || farm.caption) && (
        <div className="letter">
          <h3>{words.letter}</h3>
          {words.inJapanese && <p className="small">{words.inJapanese}</p>}
          {farm.caption && (
            <p>
              <Ja language={language}>「{farm.caption}」</Ja>
            </p>
          )}
          {farm.story && (
            <p>
              <Ja language={language}>{farm.story}</Ja>
            </p>
          )}
        </div>
      )}
    </article>
  )
}

function Goods({ goods, language, today }: Shown & { goods: TracedGoods }) {
  const words = guestWords[language]
  const kind = language === 'ja' ? null : produceName(goods.itemKey, language)
  return (
    <li>
      <img src={pictureAddress(goods.picture, 160)} width="72" height="54" alt="" loading="lazy" decoding="async" />
      <div>
        <h4>
          {kind && <>{kind} </>}
          <Ja language={language} className={kind ? 'small' : undefined}>
            {goods.name}
          </Ja>
        </h4>
        <p className="harvest">
          <span>{words.harvested}</span>{' '}
          <time dateTime={goods.harvestedOn}>{shortDay(goods.harvestedOn, language)}</time>
        </p>
      </div>
      <SeasonMonths season={goods.seasonMonths} peak={goods.peakMonths} now={monthOf(today)} language={language} />
    </li>
  )
}

/** A farm's photo or drawing; without the colours of its corners as a placeholder, but with its space reserved. */
function FarmPhoto({ farm, alt }: { farm: TracedFarm; alt: string }) {
  const widths = photoKeyIn(farm.picture) ? ([480, 960, 1600] as const) : ([640, 1600] as const)
  return (
    <img
      className="photo"
      src={pictureAddress(farm.picture, photoKeyIn(farm.picture) ? 480 : 640)}
      srcSet={widths.map((width) => `${pictureAddress(farm.picture, width)} ${width}w`).join(', ')}
      sizes="(min-width: 60rem) 30rem, 100vw"
      width="1600"
      height="800"
      alt={alt}
      loading="lazy"
      decoding="async"
    />
  )
}

const Crest = ({ farm }: { farm: TracedFarm }) => (
  <span className="crest" data-category={farm.goods[0]?.category} aria-hidden="true" lang="ja">
    {farm.crest}
  </span>
)

const Place = ({ farm, language }: { farm: TracedFarm; language: GuestLanguage }) => (
  <span className="place">
    {farm.prefecture && prefectureName(farm.prefecture, language)} <Ja language={language}>{farm.place}</Ja>
  </span>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Marks Japanese text on a page in another language, for screen readers and for the shape of its characters. */
const Ja = ({
  language,
  className,
  children,
}: {
  language: GuestLanguage
  className?: string
  children: ReactNode
}) => (
  <span lang={language === 'ja' ? undefined : 'ja'} className={className}>
    {children}
  </span>
)
