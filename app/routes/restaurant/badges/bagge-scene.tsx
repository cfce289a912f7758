import type { FarmProof } from '#modules/traceability/badges/badge.ts'
import type { BadgeShape } from '#modules/traceability/badges/drawings/shapes.ts'
import { Head } from '#ui/head.tsx'
import { Crest } from '#ui/market.tsx'

type Props = {
  scene: 'menu' | 'door'
  shape: BadgeShape
  shop: { name: string; crest: string }
  /** The farms named below the dishes. */
  farms: readonly FarmProof[]
  /** null: it is not earned yet. */
  picture: { src: string; alt: string } | null
  code: string | null
  /** What is shown instead of the badge until then. */
  missing?: string
}

/** Sample text of a menu, without real dishes. */
const dishes = ['本日のサラダ', '季節の皿', '炭火焼き'] as const

/** A badge where guests see it; everything scales with its frame. */
export function BadgeScene(props: Props) {
  return (
    <div className="scene" data-scene={props.scene} data-shape={props.shape}>
      {props.scene === 'menu' ? <MenuScene {...props} /> : <DoorScene {...props} />}
    </div>
  )
}

function MenuScene({ shop, farms, shape, picture, code, missing }: Props) {
  return (
    <>
      <div className="scene-menu" aria-hidden="true">
        <p className="scene-title">
          <Head as="span">本日の皿</Head>
          <small>{shop.name}</small>
        </p>
        <ul>
          {dishes.map((dish, i) => {
            const farm = farms[i]
            return (
              <li key={dish}>
                <b>{dish}</b>
                {shape === 'line' && picture && i === 0 ? (
                  <img src={picture.src} alt="" className="scene-line" />
                ) : (
                  farm && (
                    <span>
                      <Crest kanji={farm.crest} />
                      {farm.place}　{farm.name}
                    </span>
                  )
                )}
              </li>
            )
          })}
        </ul>
        {code && (
          <p className="scene-code">
            <img src={code} alt="" />
            <span>
              読み取ると
              <br />
              産地の記録が開きます
            </span>
          </p>
        )}
      </div>
      {picture ? (
        <img src={picture.src} alt={picture.alt} className="scene-badge" />
      ) : (
        <p className="scene-badge scene-missing">
          <span>{missing}</span>
        </p>
      )}
    </>
  )
}

/** A restaurant's entrance: wall, curtain, a wooden door; by day, and at night with lights on. */
function DoorScene({ shop, picture }: Props) {
  return (
    <>
      <svg viewBox="0 0 740 540" aria-hidden="true" className="scene-door" preserveAspectRatio="xMidYMid slice">
        <path className="wall" d="M0 0h740v540H0z" />
        <path
          className="joint"
          d="M0 90h150M0 180h150M0 270h150M0 360h150M0 450h150M590 90h150M590 180h150M590 270h150M590 360h150M590 450h150"
        />
        <path className="step" d="M0 500h740v40H0z" />
        <path className="beam" d="M136 0h30v500h-30zM574 0h30v500h-30zM136 0h468v34H136z" />
        <path className="wood" d="M166 34h204v466H166zM370 34h204v466H370z" />
        <path className="glass" d="M192 62h152v300H192zM396 62h152v300H396z" />
        <path className="shine" d="M192 300 300 62h44v20L214 362h-22zM396 270 490 62h58L412 362h-16z" />
        <path
          className="bar"
          d="M264 62h8v300h-8zM468 62h8v300h-8zM192 208h152v8H192zM396 208h152v8H396zM367 34h6v466h-6zM192 386h152v88H192zM396 386h152v88H396z"
        />
        <path className="grip" d="M348 300h10v84h-10zM382 300h10v84h-10z" />
        <path className="rod" d="M150 44h440v8H150z" />
        <path
          className="curtain"
          d="M172 48h98l-4 118q-46 10-90 0zM274 48h94l-2 118q-44 10-88 0zM372 48h94l-4 118q-44 10-88 0zM470 48h98l-4 118q-46 10-90 0z"
        />
      </svg>
      <span className="scene-crest" aria-hidden="true">
        {shop.crest}
      </span>
      {picture && <img src={picture.src} alt={picture.alt} className="scene-badge" />}
    </>
  )
}
