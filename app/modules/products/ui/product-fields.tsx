import { categories, methods } from '#kernel/enums.ts'
import type { Weekday } from '#kernel/jst.ts'
import { weekdayOrder, weekdayWords } from '#modules/organisations/sign-up/profile-labels.ts'
import { categoryWord, methodWord, temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import { SelectField, TextArea, TextField } from '#ui/field.tsx'
import { CheckboxGroup } from '#ui/fields/checkbox-group.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { type ProductTexts, saleUnits } from '../product-fields.ts'

export const goodsFieldId = (name: string) => `goods-${name}`

export type FieldsProps = { typed: ProductTexts; errors: Readonly<Record<string, string>> }

const written = ({ typed, errors }: FieldsProps, name: string) => ({
  id: goodsFieldId(name),
  name,
  defaultValue: typed[name] ?? '',
  error: errors[name],
})

/** なに・どこ・作り方 */
export function WhatFields({ names, ...fields }: FieldsProps & { names: readonly string[] }) {
  return (
    <>
      <TextField
        {...written(fields, 'item')}
        label="何の商品ですか"
        need="required"
        help="ふだんの言い方で。例 人参、桃太郎トマト、地鶏"
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
        label="商品の名前"
        need="required"
        help="料理人が一覧で見る名前。例 甘熟 桃太郎トマト"
        maxLength={60}
        autoComplete="off"
      />
      <RadioGroup
        {...written(fields, 'method')}
        legend="作り方"
        need="required"
        look="cards"
        className="[--choice-least:9rem]"
        choices={methods.map((value) => ({ value, label: methodWord[value] }))}
      />
      <TextArea
        {...written(fields, 'description')}
        label="料理人へのひとこと"
        need="optional"
        help="味、食べ方、ほかとのちがい。話すように書いてください"
        limit={400}
        rows={4}
      />
      <details className="card p-4">
        <summary className="min-h-(--target) cursor-pointer content-center font-bold">
          くわしく（読みがな・品種・等級・保存）
        </summary>
        <div className="grid grid-cols-1 gap-6 pt-4">
          <TextField
            {...written(fields, 'kana')}
            label="フリガナ"
            need="optional"
            help="空なら、品の名前から入ります"
            maxLength={60}
          />
          <SelectField
            {...written(fields, 'category')}
            label="種類"
            need="optional"
            help="空なら、品の名前から決まります"
          >
            <option value="">おまかせ</option>
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
            label="保存のしかた"
            need="optional"
            help="例 立てて冷蔵庫で"
            maxLength={200}
            autoComplete="off"
          />
        </div>
      </details>
    </>
  )
}

/** 箱と重さ: a fixed weight, or by weighing. */
export function BoxFields({ usual, ...fields }: FieldsProps & { usual: string | null }) {
  return (
    <>
      {usual && <p className="font-bold text-pine">{usual}</p>}
      <RadioGroup
        {...written(fields, 'catchWeight')}
        legend="売り方"
        need="required"
        look="cards"
        choices={[
          { value: 'false', label: '決まった重さで売る', help: '例 5kg箱。箱の値段がいつも同じ' },
          { value: 'true', label: '量って売る（不定貫）', help: '例 地鶏1羽 約1.8kg。量った重さ × kgの値段' },
        ]}
      />
      <SelectField
        {...written(fields, 'unitLabel')}
        label="売る単位"
        need="required"
        help="値段のうしろにつく言葉（¥1,500／箱）"
      >
        {saleUnits.map((unit) => (
          <option key={unit} value={unit}>
            {unit}
          </option>
        ))}
      </SelectField>
      <NumberField
        {...written(fields, 'netGrams')}
        label="1つの中身の重さ"
        need="required"
        decimals={3}
        suffix="kg"
        help="だいたいでかまいません。500gなら 0.5"
      />
      <div className="hidden group-has-[[name=catchWeight][value=true]:checked]/goods:grid">
        <NumberField
          {...written(fields, 'tolerancePercent')}
          label="重さのはば"
          need="required"
          min={1}
          max={50}
          suffix="%"
          help="10%なら、約1.8kgの鶏は 1.62〜1.98kg。それより重くても、はばの上までしか請求しません"
        />
      </div>
      <NumberField
        {...written(fields, 'pieceCount')}
        label="中に入る数"
        need="optional"
        min={1}
        suffix="個"
        help="1個あたりの値段が出ます"
      />
      <RadioGroup
        {...written(fields, 'temperature')}
        legend="送る温度"
        need="required"
        look="cards"
        className="[--choice-least:7rem]"
        choices={(['ambient', 'chilled', 'frozen'] as const).map((value) => ({ value, label: temperatureWord[value] }))}
      />
      <details className="card p-4">
        <summary className="min-h-(--target) cursor-pointer content-center font-bold">
          くわしく（書き方・箱の大きさ）
        </summary>
        <div className="grid grid-cols-1 gap-6 pt-4">
          <TextField
            {...written(fields, 'packLabel')}
            label="入り数の書き方"
            need="optional"
            help="空なら「5kg箱・20個」のように入ります。例 4kg箱・20〜24玉"
            maxLength={60}
            autoComplete="off"
          />
          <NumberField
            {...written(fields, 'grossGrams')}
            label="箱ごとの重さ"
            need="optional"
            decimals={3}
            suffix="kg"
            help="空なら、中身から見つもります"
          />
          <NumberField
            {...written(fields, 'boxLitres')}
            label="箱のかさ"
            need="optional"
            min={1}
            suffix="L"
            help="たて×よこ×高さ（cm）÷1000。空なら見つもります"
          />
        </div>
      </details>
    </>
  )
}

/** 値段: the price of a unit, and the quantities that can be ordered. */
export function PriceFields({ byWeight, unit, ...fields }: FieldsProps & { byWeight: boolean; unit: string }) {
  return (
    <>
      <NumberField
        {...written(fields, 'priceYen')}
        label={byWeight ? '1kgの値段（税抜）' : `1${unit}の値段（税抜）`}
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
          { value: 'food', label: '食べもの（軽減税率）', help: '野菜・果物・肉・魚・たまごなど' },
          { value: 'standard', label: 'それ以外（標準税率）', help: 'お酒、花、種や苗など' },
        ]}
      />
      <details className="card p-4">
        <summary className="min-h-(--target) cursor-pointer content-center font-bold">くわしく（注文できる数）</summary>
        <div className="grid grid-cols-1 gap-6 pt-4">
          <NumberField
            {...written(fields, 'minQty')}
            label="いちばん少ない数"
            need="optional"
            min={1}
            suffix={unit}
            help="空なら1から"
          />
          <NumberField
            {...written(fields, 'orderStep')}
            label="いくつずつ"
            need="optional"
            min={1}
            suffix={unit}
            help="空なら1つずつ"
          />
          <NumberField
            {...written(fields, 'maxQty')}
            label="一度にいちばん多い数"
            need="optional"
            min={1}
            suffix={unit}
            help="空なら99まで"
          />
        </div>
      </details>
    </>
  )
}

const months = Array.from({ length: 12 }, (_, index) => String(index + 1))

/** 出せる曜日と数: from stock, or from expected harvests. */
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
        legend="出せる数の決め方"
        need="required"
        look="cards"
        choices={[
          { value: 'stock', label: 'いまある数で売る', help: '注文が入ると、その分へります' },
          {
            value: 'harvest',
            label: '収穫の見こみで売る',
            help: '「水〜金に30〜50箱」のように、これから採れる数で注文を受けます',
          },
        ]}
      />
      {isNew ? (
        <div className="grid group-has-[[value=harvest]:checked]/goods:hidden">
          <NumberField
            {...written(fields, 'stock')}
            label="いま出せる数"
            need="required"
            min={0}
            max={9_999}
            suffix={unit}
          />
        </div>
      ) : (
        <p className="text-ink-2">在庫の数は、商品のリストで変えられます。</p>
      )}
      <CheckboxGroup
        id={goodsFieldId('seasonMonths')}
        name="seasonMonths"
        legend="出せる月"
        need="required"
        look="cards"
        className="[--choice-least:4.5rem]"
        defaultValues={(fields.typed.seasonMonths ?? '').split(',')}
        error={fields.errors.seasonMonths}
        choices={months.map((month) => ({ value: month, label: `${month}月` }))}
      />
      <p className="text-ink-2">
        発送する曜日は農園ぜんぶで{' '}
        <b className="text-ink">
          {weekdayOrder
            .filter((day) => weekdays.includes(day))
            .map((day) => weekdayWords[day])
            .join('・')}
        </b>
        です。「お休みと出荷」で変えられます。
      </p>
    </>
  )
}
