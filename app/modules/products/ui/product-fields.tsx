import type { ReactNode } from 'react'
import { categories, methods, pieceUnits, statedAllergens } from '#kernel/enums.ts'
import type { Weekday } from '#kernel/jst.ts'
import { weekdayOrder, weekdayWords } from '#modules/organisations/sign-up/profile-labels.ts'
import { allergenWord, categoryWord, methodWord, temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import { SelectField, TextArea, TextField } from '#ui/field.tsx'
import { CheckboxGroup } from '#ui/fields/checkbox-group.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import type { ProductField } from '../product.ts'
import { type ProductTexts, saleUnits } from '../product-fields.ts'

export const goodsFieldId = (name: string) => `goods-${name}`

export type FieldsProps = { typed: ProductTexts; errors: Readonly<Record<string, string>> }

const written = ({ typed, errors }: FieldsProps, name: string) => ({
  id: goodsFieldId(name),
  name,
  defaultValue: typed[name] ?? '',
  error: errors[name],
})

type MoreProps = {
  summary: string
  of: readonly ProductField[]
  errors: FieldsProps['errors']
  isUsed?: boolean
  children: ReactNode
}

/** The fields that most farms leave as they are, folded away unless one of them is refused. */
const More = ({ summary, of, errors, isUsed = false, children }: MoreProps) => (
  <details className="card p-4" open={isUsed || of.some((name) => errors[name] !== undefined) || undefined}>
    <summary className="min-h-(--target) cursor-pointer content-center font-bold">{summary}</summary>
    <div className="grid grid-cols-1 gap-6 pt-4">{children}</div>
  </details>
)

/** 商品: what it is and how it is grown. */
export function WhatFields({ names, ...fields }: FieldsProps & { names: readonly string[] }) {
  return (
    <>
      <TextField
        {...written(fields, 'item')}
        label="品目"
        need="required"
        help="普段の呼び方で入力してください。例 人参、桃太郎トマト、地鶏"
        list="goods-items"
        maxLength={30}
        autoComplete="off"
      />
      <datalist id="goods-items">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField
        {...written(fields, 'name')}
        label="商品名"
        need="required"
        help="料理人の一覧に表示される名前。例 甘熟 桃太郎トマト"
        maxLength={60}
        autoComplete="off"
      />
      <RadioGroup
        {...written(fields, 'method')}
        legend="栽培方法"
        need="required"
        look="cards"
        className="[--choice-least:9rem]"
        choices={methods.map((value) => ({ value, label: methodWord[value] }))}
      />
      <TextArea
        {...written(fields, 'description')}
        label="料理人へのメッセージ"
        need="optional"
        help="味、食べ方、他の商品との違い。話し言葉でかまいません"
        limit={400}
        rows={4}
      />
      <More
        errors={fields.errors}
        of={['kana', 'category', 'variety', 'grade', 'storageNote']}
        summary="詳細（読みがな・品種・等級・保存）"
      >
        <TextField
          {...written(fields, 'kana')}
          label="フリガナ"
          need="optional"
          help="空欄の場合、品目の名前から入力されます"
          maxLength={60}
        />
        <SelectField
          {...written(fields, 'category')}
          label="種類"
          need="optional"
          help="空欄の場合、品目の名前から決まります"
        >
          <option value="">自動</option>
          {categories.map((value) => (
            <option key={value} value={value}>
              {categoryWord[value]}
            </option>
          ))}
        </SelectField>
        <TextField {...written(fields, 'variety')} label="品種" need="optional" maxLength={40} autoComplete="off" />
        <TextField
          {...written(fields, 'grade')}
          label="等級・大きさ"
          need="optional"
          help="例 秀 L"
          maxLength={30}
          autoComplete="off"
        />
        <TextField
          {...written(fields, 'storageNote')}
          label="保存方法"
          need="optional"
          help="例 立てて冷蔵庫で"
          maxLength={200}
          autoComplete="off"
        />
      </More>
      <More
        errors={fields.errors}
        of={['contents', 'allergens', 'foodSharePercent']}
        isUsed={fields.typed.category === 'set'}
        summary="セットの中身・アレルゲン（野菜セットなど）"
      >
        <TextArea
          {...written(fields, 'contents')}
          label="セットの中身"
          need="optional"
          help="1行に1点、品目と数量を入力します。例 人参 1kg。全て重さの場合、セットの重さは自動で計算されます"
          limit={600}
          rows={6}
        />
        <CheckboxGroup
          id={goodsFieldId('allergens')}
          name="allergens"
          legend="アレルゲン（特定原材料）"
          need="optional"
          look="cards"
          className="[--choice-least:9rem]"
          defaultValues={(fields.typed.allergens ?? '').split(',')}
          error={fields.errors.allergens}
          choices={statedAllergens.map((value) => ({ value, label: allergenWord[value] }))}
        />
        <NumberField
          {...written(fields, 'foodSharePercent')}
          label="価格に占める食品の割合"
          need="optional"
          min={1}
          max={99}
          suffix="%"
          help="花・器など、食品以外を含む場合のみ入力します。税抜1万円以下で食品が3分の2以上のセットは軽減税率、それ以外は標準税率になります"
        />
      </More>
    </>
  )
}

/** 箱と重量: a fixed weight, or by weighing. */
export function BoxFields({ usual, ...fields }: FieldsProps & { usual: string | null }) {
  return (
    <>
      {usual && <p className="font-bold text-pine">{usual}</p>}
      <RadioGroup
        {...written(fields, 'catchWeight')}
        legend="販売方法"
        need="required"
        look="cards"
        choices={[
          { value: 'false', label: '定貫（決まった重さで販売）', help: '例 5kg箱。箱の価格は一定' },
          { value: 'true', label: '不定貫（計量して販売）', help: '例 地鶏1羽 約1.8kg。計量した重量 × 1kgの単価' },
        ]}
      />
      <SelectField
        {...written(fields, 'unitLabel')}
        label="販売単位"
        need="required"
        help="価格の後ろに付く単位（¥1,500／箱）"
      >
        {saleUnits.map((unit) => (
          <option key={unit} value={unit}>
            {unit}
          </option>
        ))}
      </SelectField>
      <NumberField
        {...written(fields, 'netGrams')}
        label="1つあたりの内容量"
        need="required"
        decimals={3}
        suffix="kg"
        help="目安でかまいません。500gの場合は 0.5"
      />
      <div className="hidden group-has-[[name=catchWeight][value=true]:checked]/goods:grid">
        <NumberField
          {...written(fields, 'tolerancePercent')}
          label="重量の許容範囲"
          need="required"
          min={1}
          max={50}
          suffix="%"
          help="10%の場合、約1.8kgの鶏は 1.62〜1.98kg。それより重くても、許容範囲の上限までしか請求しません"
        />
      </div>
      <NumberField
        {...written(fields, 'pieceCount')}
        label="入り数"
        need="optional"
        min={1}
        help="1つあたりの価格が表示されます"
      />
      <SelectField
        {...written(fields, 'pieceUnit')}
        label="入り数の単位"
        need="optional"
        help="例 1箱に10袋の場合は「袋」。ピッキングリストに「3箱（30袋）」と印刷されます"
      >
        {pieceUnits.map((unit) => (
          <option key={unit} value={unit}>
            {unit}
          </option>
        ))}
      </SelectField>
      <RadioGroup
        {...written(fields, 'temperature')}
        legend="配送温度帯"
        need="required"
        look="cards"
        className="[--choice-least:7rem]"
        choices={(['ambient', 'chilled', 'frozen'] as const).map((value) => ({ value, label: temperatureWord[value] }))}
      />
      <More
        errors={fields.errors}
        of={['packLabel', 'grossGrams', 'boxLitres', 'ownCarton']}
        isUsed={fields.typed.ownCarton === 'true'}
        summary="詳細（荷姿・箱の容積・梱包）"
      >
        <RadioGroup
          {...written(fields, 'ownCarton')}
          defaultValue={fields.typed.ownCarton || 'false'}
          legend="梱包"
          need="optional"
          look="cards"
          choices={[
            { value: 'false', label: '他の商品と同梱する' },
            { value: 'true', label: '専用箱のまま発送', help: '1つが1個口になり、他の商品と同梱しません' },
          ]}
        />
        <TextField
          {...written(fields, 'packLabel')}
          label="荷姿"
          need="optional"
          help="空欄の場合「5kg箱・20個」のように表示されます。例 4kg箱・20〜24玉"
          maxLength={60}
          autoComplete="off"
        />
        <NumberField
          {...written(fields, 'grossGrams')}
          label="箱を含む総重量"
          need="optional"
          decimals={3}
          suffix="kg"
          help="空欄の場合、内容量から推定します"
        />
        <NumberField
          {...written(fields, 'boxLitres')}
          label="箱の容積"
          need="optional"
          min={1}
          suffix="L"
          help="縦×横×高さ（cm）÷1000。空欄の場合は推定します"
        />
      </More>
    </>
  )
}

/** 価格: the price of a unit, and the quantities that can be ordered. */
export function PriceFields({ byWeight, unit, ...fields }: FieldsProps & { byWeight: boolean; unit: string }) {
  return (
    <>
      <NumberField
        {...written(fields, 'priceYen')}
        label={byWeight ? '1kgの単価（税抜）' : `1${unit}の単価（税抜）`}
        need="required"
        min={1}
        step={10}
        suffix="円"
      />
      <RadioGroup
        {...written(fields, 'taxKind')}
        legend="消費税"
        need="required"
        look="cards"
        choices={[
          { value: 'food', label: '食品（軽減税率）', help: '野菜・果物・肉・魚・卵など' },
          { value: 'standard', label: 'それ以外（標準税率）', help: '酒、花、種や苗など' },
        ]}
      />
      <More errors={fields.errors} of={['minQty', 'orderStep', 'maxQty']} summary="詳細（注文数量）">
        <NumberField
          {...written(fields, 'minQty')}
          label="最小注文数"
          need="optional"
          min={1}
          suffix={unit}
          help="空欄の場合は1から"
        />
        <NumberField
          {...written(fields, 'orderStep')}
          label="注文単位"
          need="optional"
          min={1}
          suffix={unit}
          help="空欄の場合は1つずつ"
        />
        <NumberField
          {...written(fields, 'maxQty')}
          label="一度の最大注文数"
          need="optional"
          min={1}
          suffix={unit}
          help="空欄の場合は99まで"
        />
      </More>
    </>
  )
}

const months = Array.from({ length: 12 }, (_, index) => String(index + 1))

/** 出荷できる数量: from stock, or from expected harvests. */
export function StockFields({
  unit,
  weekdays,
  isNew,
  ...fields
}: FieldsProps & { unit: string; weekdays: readonly Weekday[]; isNew: boolean }) {
  return (
    <>
      <RadioGroup
        {...written(fields, 'sellsFrom')}
        legend="出荷可能数の管理方法"
        need="required"
        look="cards"
        choices={[
          { value: 'stock', label: '在庫数で販売', help: '注文が入ると、その分減ります' },
          {
            value: 'harvest',
            label: '収穫見込みで販売',
            help: '「水〜金に30〜50箱」のように、今後の収穫量で受注します',
          },
        ]}
      />
      {isNew ? (
        <div className="grid group-has-[[value=harvest]:checked]/goods:hidden">
          <NumberField
            {...written(fields, 'stock')}
            label="現在の出荷可能数"
            need="required"
            min={0}
            max={9_999}
            suffix={unit}
          />
        </div>
      ) : (
        <p className="text-ink-2">在庫数は、商品の一覧で変更できます。</p>
      )}
      <CheckboxGroup
        id={goodsFieldId('seasonMonths')}
        name="seasonMonths"
        legend="出荷できる月"
        need="required"
        look="cards"
        className="[--choice-least:4.5rem]"
        defaultValues={(fields.typed.seasonMonths ?? '').split(',')}
        error={fields.errors.seasonMonths}
        choices={months.map((month) => ({ value: month, label: `${month}月` }))}
      />
      <p className="text-ink-2">
        出荷曜日は農園全体で{' '}
        <b className="text-ink">
          {weekdayOrder
            .filter((day) => weekdays.includes(day))
            .map((day) => weekdayWords[day])
            .join('・')}
        </b>
        です。「休業と出荷」で変更できます。
      </p>
    </>
  )
}
