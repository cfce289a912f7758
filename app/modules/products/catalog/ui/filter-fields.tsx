import { categories, methods, temperatures } from '#kernel/enums.ts'
import { formatNumber } from '#kernel/format.ts'
import { type PrefCode, prefectures, regions } from '#kernel/place.ts'
import { Explained } from '#ui/explained.tsx'
import { Kept } from '#ui/kept.tsx'
import { categoryWord, methodWord, temperatureWord } from '../catalog-labels.ts'
import { endOfBand, type Facets, perKgBands } from '../product-facets.ts'
import { freshDays, type ProductWish, regionWord } from '../product-filter.ts'
import { Choice, Tick, Yen } from './filter-choice.tsx'

type Props = { wish: ProductWish; facets: Facets | null; mayPrice: boolean; signedIn: boolean }

/** The choices of 「絞り込み」. Each group is written once for the same choices and counts, for all viewers. */
export const FilterFields = ({ wish, facets, mayPrice, signedIn }: Props) => (
  <div className="filter-fields">
    <Kept
      as="fieldset"
      part={Now}
      of={{ inSeason: wish.inSeason, isNew: wish.isNew, season: facets?.season, fresh: facets?.isNew }}
    />
    <Kept as="fieldset" part={Harvest} of={{ chosen: wish.fresh, counts: facets?.fresh }} />
    <Kept as="fieldset" part={Category} of={{ chosen: wish.category, counts: facets?.category }} />
    {facets && (wish.category || wish.item || wish.q) && (facets.item.length > 1 || wish.item) && (
      <Kept as="fieldset" part={Item} of={{ chosen: wish.item, items: facets.item }} />
    )}
    <Kept as="fieldset" part={Method} of={{ chosen: wish.methods, counts: facets?.method }} />
    <Kept
      as="fieldset"
      part={Delivery}
      of={{
        chosen: wish.temperatures,
        counts: facets?.temperature,
        isFree: wish.freeFreight,
        free: facets?.freight,
        isWeighed: wish.catchWeight,
        weighed: facets?.weighed,
      }}
    />
    {mayPrice && (
      <Kept as="fieldset" part={Prices} of={{ perKg: wish.perKg, perUnit: wish.perUnit, bands: facets?.perKg }} />
    )}
    <Kept
      as="fieldset"
      part={Places}
      of={{ chosenRegions: wish.regions, chosen: wish.prefectures, counts: facets?.place }}
    />
    <Kept
      as="fieldset"
      part={Farms}
      of={{
        signedIn,
        onlyFavourites: wish.favouriteFarms,
        favourites: facets?.favourites,
        chosen: wish.farmId,
        farms: facets?.farm,
      }}
    />
  </div>
)

/** `undefined`: not counted. */
type Counts = Readonly<Record<string, number | undefined>> | undefined
const countIn = (counts: Counts, key: string) => (counts ? (counts[key] ?? 0) : undefined)

type NowProps = { inSeason: boolean; isNew: boolean; season: number | undefined; fresh: number | undefined }

const Now = ({ inSeason, isNew, season, fresh }: NowProps) => (
  <>
    <legend>現在</legend>
    <Tick name="season" on={inSeason} count={season}>
      旬のもの
    </Tick>
    <Tick name="new" on={isNew} count={fresh}>
      新着
    </Tick>
  </>
)

const Harvest = ({ chosen, counts }: { chosen: ProductWish['fresh']; counts: Counts }) => (
  <>
    <legend>収穫</legend>
    <Choice name="fresh" value="" on={chosen === null}>
      指定しない
    </Choice>
    {freshDays.map((days) => (
      <Choice key={days} name="fresh" value={days} on={chosen === days} count={countIn(counts, `${days}`)}>
        {days === 1 ? '本日' : `${days}日以内`}
      </Choice>
    ))}
  </>
)

const Category = ({ chosen, counts }: { chosen: ProductWish['category']; counts: Counts }) => (
  <>
    <legend>分類</legend>
    <Choice name="category" value="" on={chosen === null}>
      すべて
    </Choice>
    {categories.map((category) => (
      <Choice
        key={category}
        name="category"
        value={category}
        on={chosen === category}
        count={countIn(counts, category)}
      >
        {categoryWord[category]}
      </Choice>
    ))}
  </>
)

const Item = ({ chosen, items }: { chosen: ProductWish['item']; items: Facets['item'] }) => (
  <>
    <legend>品目</legend>
    <Choice name="item" value="" on={chosen === null}>
      すべて
    </Choice>
    {items.map(({ key, name, count }) => (
      <Choice key={key} name="item" value={key} on={chosen === key} count={count}>
        {name}
      </Choice>
    ))}
  </>
)

const Method = ({ chosen, counts }: { chosen: ProductWish['methods']; counts: Counts }) => (
  <>
    <legend>栽培方法</legend>
    {methods.map((method) => (
      <Tick key={method} name="method" value={method} on={chosen.includes(method)} count={countIn(counts, method)}>
        <Explained inControl>{methodWord[method]}</Explained>
      </Tick>
    ))}
  </>
)

type DeliveryProps = {
  chosen: ProductWish['temperatures']
  counts: Counts
  isFree: boolean
  free: number | undefined
  isWeighed: boolean
  weighed: number | undefined
}

const Delivery = ({ chosen, counts, isFree, free, isWeighed, weighed }: DeliveryProps) => (
  <>
    <legend>配送温度帯</legend>
    {temperatures.map((temperature) => (
      <Tick
        key={temperature}
        name="temp"
        value={temperature}
        on={chosen.includes(temperature)}
        count={countIn(counts, temperature)}
      >
        {temperatureWord[temperature]}
      </Tick>
    ))}
    <Tick name="free" on={isFree} count={free}>
      送料無料
    </Tick>
    <Tick name="weighed" on={isWeighed} count={weighed}>
      不定貫（実重量で金額が決まる）
    </Tick>
  </>
)

type PricesProps = Pick<ProductWish, 'perKg' | 'perUnit'> & { bands: Facets['perKg'] | undefined }

const Prices = ({ perKg, perUnit, bands }: PricesProps) => (
  <>
    <legend>価格（税抜）</legend>
    <div className="filter-range">
      <span>1kg</span>
      <Yen name="kgFrom" label="1kgの単価の下限" value={perKg.from} />
      〜
      <Yen name="kgTo" label="1kgの単価の上限" value={perKg.to} />円
    </div>
    {bands && (
      <p className="text-caption text-ink-2">
        {perKgBands.map((from, band) => (
          <span key={from} className="me-2 inline-block">
            {formatNumber(from)}〜{endOfBand(band) === null ? '' : formatNumber((endOfBand(band) ?? 0) + 1)}円
            <b className="num ps-1">{formatNumber(bands[band] ?? 0)}</b>
          </span>
        ))}
      </p>
    )}
    <div className="filter-range">
      <span>1単位</span>
      <Yen name="yenFrom" label="1単位の価格の下限" value={perUnit.from} />
      〜
      <Yen name="yenTo" label="1単位の価格の上限" value={perUnit.to} />円
    </div>
  </>
)

type PlacesProps = {
  chosenRegions: ProductWish['regions']
  chosen: ProductWish['prefectures']
  counts: Counts
}

/** 地方, each with those of its prefectures that have products. */
function Places({ chosenRegions, chosen, counts }: PlacesProps) {
  const countOf = (code: PrefCode) => counts?.[code] ?? 0
  return (
    <>
      <legend>産地</legend>
      {regions.map((region) => {
        const here = prefectures.filter((prefecture) => prefecture.region === region)
        const shown = here.filter(({ code }) => !counts || countOf(code) > 0 || chosen.includes(code))
        const open = here.some(({ code }) => chosen.includes(code))
        return (
          <div key={region}>
            <Tick
              name="region"
              value={region}
              on={chosenRegions.includes(region)}
              count={counts ? here.reduce((sum, { code }) => sum + countOf(code), 0) : undefined}
            >
              {regionWord(region)}
            </Tick>
            {here.length > 1 && shown.length > 0 && (
              <details open={open}>
                <summary>
                  都道府県で選択<span className="visually-hidden">：{regionWord(region)}</span>
                </summary>
                {shown.map(({ code, shortName }) => (
                  <Tick key={code} name="pref" value={code} on={chosen.includes(code)} count={countIn(counts, code)}>
                    {shortName}
                  </Tick>
                ))}
              </details>
            )}
          </div>
        )
      })}
    </>
  )
}

type FarmsProps = {
  /** Whether the user has favourite farms to filter by. */
  signedIn: boolean
  onlyFavourites: boolean
  favourites: number | undefined
  chosen: ProductWish['farmId']
  farms: Facets['farm'] | undefined
}

const Farms = ({ signedIn, onlyFavourites, favourites, chosen, farms }: FarmsProps) => (
  <>
    <legend>農園</legend>
    {signedIn && (
      <Tick name="fav" on={onlyFavourites} count={favourites}>
        お気に入りの農園
      </Tick>
    )}
    <Choice name="farm" value="" on={chosen === null}>
      すべての農園
    </Choice>
    {chosen && !farms?.some(({ id }) => id === chosen) && (
      <Choice name="farm" value={chosen} on>
        選択した農園
      </Choice>
    )}
    {farms?.map(({ id, name, count }) => (
      <Choice key={id} name="farm" value={id} on={chosen === id} count={count}>
        {name}
      </Choice>
    ))}
  </>
)
