import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { temperatures } from '#kernel/enums.ts'
import { formatDay, formatDeadline, formatYen } from '#kernel/format.ts'
import { boxSizes } from '#kernel/request-enums.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { methodWord, temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import { requestRefusalText } from '#modules/sourcing/refusal-text.ts'
import { answerStateWord, boxSizeWord } from '#modules/sourcing/request-labels.ts'
import { Days } from '#modules/sourcing/ui/days.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Explained } from '#ui/explained.tsx'
import { TextArea } from '#ui/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { YenField } from '#ui/fields/yen-field.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Problem } from '#web/form.ts'
import type { Route } from './+types/request.ts'
import {
  type AnswerStep,
  answerFields,
  answerSteps,
  fieldsOfStep,
  stepAddress,
  stepAfter,
  stepOfField,
} from './request-steps.ts'

type Loaded = Route.ComponentProps['loaderData']

export default function FarmRequestScreen({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { request, step } = loaderData
  const problem: Problem | undefined = actionData?.problem
  const back = step ? { to: '?', word: 'リクエスト' } : { to: '/farmer/requests', word: 'リクエスト' }
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={back} line={null}>
        <h1 className="text-h2 font-bold wrap-anywhere">
          {request.words} <span className="num">{request.qty}</span>
          {request.unit}
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-5 p-4 lg:mx-0 lg:max-w-4xl pb-24 lg:px-8">
        {problem && <Refused problem={problem} />}
        {step ? <Question it={loaderData} step={step} /> : <Whole it={loaderData} />}
      </div>
    </>
  )
}

/** Why it was refused, and a link to the question concerned. */
function Refused({ problem }: { problem: Problem }) {
  const [field] = Object.keys(problem.fields)
  const said = Object.fromEntries(answerFields.map((name) => [name, problem.typed[name] ?? '']))
  return (
    <Notice tone="akane">
      <p role="alert">{problem.fields[field ?? ''] ?? problem.summary}</p>
      {field && (
        <Link to={stepAddress(stepOfField(field), said)} className="prose-link inline-flex min-h-11 items-center">
          修正する
        </Link>
      )}
      {problem.signIn && (
        <a
          href={problem.signIn}
          target="_blank"
          rel="noreferrer"
          className="prose-link inline-flex min-h-11 items-center"
        >
          サインイン画面を開く
        </a>
      )}
    </Notice>
  )
}

/** The request, and the two possible answers. */
function Whole({ it: { request, mayAnswer, now, formKey } }: { it: Loaded }) {
  const busy = useNavigation().formData?.get('intent')
  const { answer, closed, possible } = request
  const offered = answer?.state === 'offered'
  return (
    <>
      <section aria-label="探している食材" className="card grid grid-cols-1 gap-3 p-4 text-lead">
        <dl className="grid grid-cols-1 gap-3">
          <Fact what="お届け希望日">
            <Days days={request.days} />
          </Fact>
          <Fact what="届け先">
            {request.place}（{request.businessType}）
          </Fact>
          {request.ceilingYen !== null && <Fact what="予算">{formatYen(request.ceilingYen)}まで（税・送料込）</Fact>}
          {request.method && (
            <Fact what="栽培の希望">
              <Explained>{methodWord[request.method]}</Explained>
            </Fact>
          )}
          {request.note && <Fact what="メッセージ">{request.note}</Fact>}
        </dl>
        {!closed && <p className="font-bold text-kaki-ink">{formatDeadline(request.answerUntil, now)}までに回答</p>}
      </section>
      {answer && (
        <section aria-label="自分の回答" className="card grid grid-cols-1 gap-1 p-4 text-lead">
          <h2 className="text-h4 font-bold">自分の回答：{answerStateWord[answer.state]}</h2>
          {offered && answer.priceYen !== null && answer.deliveryOn && (
            <p>
              1{request.unit} <b className="num">{formatYen(answer.priceYen)}</b>・<b className="num">{answer.qty}</b>
              {request.unit}・{formatDay(answer.deliveryOn)}
            </p>
          )}
        </section>
      )}
      {request.taken ? (
        <Notice tone="matcha">
          <p>飲食店がこの回答を選択しました。受注の一覧に表示されたものが、正式な注文です。</p>
          <Link to="/farmer/orders" className="prose-link inline-flex min-h-11 items-center">
            注文を見る
          </Link>
        </Notice>
      ) : (
        closed && (
          <Notice tone="ai">
            {closed === 'request_accepted' ? '飲食店は、他の農園に注文しました。' : requestRefusalText(closed)}
          </Notice>
        )
      )}
      {!closed && !mayAnswer && <Notice tone="ai">回答できるのは、農園主と「すべて」の権限を持つ方です。</Notice>}
      {!closed && mayAnswer && possible.length === 0 && (
        <Notice tone="tag">お届け希望日に間に合う出荷日がありません。</Notice>
      )}
      {mayAnswer && !closed && possible.length > 0 && (
        <ButtonLink to="?step=price" size="lg">
          {offered ? '回答を変更' : '出荷できます'}
        </ButtonLink>
      )}
      {mayAnswer && (!closed || (closed === 'answers_over' && offered)) && (
        <Form method="post">
          <input type="hidden" name="key" value={formKey} />
          {offered ? (
            <Button
              kind="danger"
              size="lg"
              name="intent"
              value="withdraw"
              busy={busy === 'withdraw'}
              className="w-full"
            >
              回答を取り下げる
            </Button>
          ) : (
            answer?.state !== 'declined' && (
              <Button kind="line" size="lg" name="intent" value="decline" busy={busy === 'decline'} className="w-full">
                出荷できません
              </Button>
            )
          )}
        </Form>
      )}
    </>
  )
}

const Fact = ({ what, children }: { what: string; children: ReactNode }) => (
  <div>
    <dt className="text-sub text-ink-2">{what}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)

type Asking = { it: Loaded; step: AnswerStep }

/** One question; earlier answers are hidden fields. */
function Question({ it, step }: Asking) {
  const at = answerSteps.indexOf(step)
  if (step === 'check') return <Check it={it} />
  const own = fieldsOfStep[step]
  const before = Object.entries(it.said).filter(([name]) => !own.some((field) => field === name))
  return (
    <Form key={step} method="get" className="grid grid-cols-1 gap-5 text-h4">
      <p className="text-sub text-ink-2">
        <span className="num">{at + 1}</span>／<span className="num">{answerSteps.length}</span>
      </p>
      <input type="hidden" name="step" value={stepAfter(step)} />
      {before.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Fields it={it} step={step} />
      <p className="grid grid-cols-1 gap-3 sm:flex">
        <Button size="lg">次へ</Button>
        {at > 0 && (
          <ButtonLink kind="line" size="lg" to={stepAddress(answerSteps[at - 1] ?? 'price', it.said)}>
            戻る
          </ButtonLink>
        )}
      </p>
    </Form>
  )
}

function Fields({ it: { request, said, now }, step }: Asking) {
  const { unit } = request
  switch (step) {
    case 'price':
      return (
        <YenField
          label={`1${unit}の単価を入力してください（税抜）`}
          name="priceYen"
          need="required"
          required
          min={1}
          defaultValue={said.priceYen}
        />
      )
    case 'qty':
      return (
        <NumberField
          label="出荷できる数量を入力してください"
          name="qty"
          need="required"
          required
          min={1}
          max={request.qty}
          suffix={unit}
          help={`希望数量は ${request.qty}${unit} です。`}
          defaultValue={said.qty}
        />
      )
    case 'day':
      return (
        <RadioGroup
          legend="納品できる日を選択してください"
          name="deliveryOn"
          look="cards"
          choices={request.possible.map(({ deliveryOn, cutoffAt }) => ({
            value: deliveryOn,
            label: formatDay(deliveryOn),
            help: `飲食店の締切 ${formatDeadline(cutoffAt, now)}`,
          }))}
          defaultValue={said.deliveryOn}
        />
      )
    case 'box':
      return (
        <>
          <RadioGroup
            legend="配送温度帯を選択してください"
            name="temperature"
            look="cards"
            choices={temperatures.map((value) => ({ value, label: temperatureWord[value] }))}
            defaultValue={said.temperature}
          />
          <RadioGroup
            legend="全量が入る箱のサイズ"
            name="boxSize"
            look="cards"
            help="このサイズで、飲食店が負担する送料が決まります。冷蔵便と冷凍便は120サイズまでです。"
            choices={boxSizes.map((size) => ({ value: String(size), label: boxSizeWord(size) }))}
            defaultValue={said.boxSize}
          />
        </>
      )
    default:
      return (
        <>
          <RadioGroup
            legend="栽培方法"
            name="method"
            look="cards"
            choices={request.methods.map((value) => ({ value, label: methodWord[value] }))}
            defaultValue={said.method}
          />
          <TextArea
            label="飲食店へのメッセージ"
            name="words"
            need="optional"
            rows={3}
            maxLength={300}
            placeholder="例 朝5時に摘み、その日に出荷します"
            defaultValue={said.words}
          />
        </>
      )
  }
}

/** The summary, and the button that answers. */
function Check({ it: { request, said, formKey } }: { it: Loaded }) {
  const busy = useNavigation().formData?.get('intent') === 'answer'
  const [price, qty] = [parseWholeNumber(said.priceYen) ?? 0, parseWholeNumber(said.qty) ?? 0]
  const day = request.possible.find(({ deliveryOn }) => deliveryOn === said.deliveryOn)?.deliveryOn
  const temperature = temperatures.find((it) => it === said.temperature)
  const method = request.methods.find((it) => it === said.method)
  return (
    <Form method="post" className="grid grid-cols-1 gap-5">
      <input type="hidden" name="intent" value="answer" />
      <input type="hidden" name="key" value={formKey} />
      {Object.entries(said).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <h2 className="text-h3 font-bold">この内容で回答しますか</h2>
      <dl className="card grid grid-cols-1 text-lead">
        <Line what="価格（税抜）" step="price" said={said}>
          1{request.unit} <span className="num">{formatYen(price)}</span>
        </Line>
        <Line what="数量" step="qty" said={said}>
          <span className="num">{qty}</span>
          {request.unit}（商品代 <span className="num">{formatYen(price * qty)}</span>）
        </Line>
        <Line what="納品日" step="day" said={said}>
          {day ? formatDay(day) : '選択してください'}
        </Line>
        <Line what="配送方法" step="box" said={said}>
          {temperature && temperatureWord[temperature]}・{said.boxSize}サイズ
        </Line>
        <Line what="栽培方法・メッセージ" step="words" said={said}>
          {method && <Explained>{methodWord[method]}</Explained>}
          {said.words && <span className="block">{said.words}</span>}
        </Line>
      </dl>
      <p className="text-ink-2">
        飲食店がこの回答を選択すると、そのまま注文になります。選択されるまでは、変更や取り下げができます。
      </p>
      <p>
        <Button kind="kaki" size="lg" busy={busy} className="w-full">
          この内容で回答する
        </Button>
      </p>
    </Form>
  )
}

type LineProps = { what: string; step: AnswerStep; said: Record<string, string>; children: ReactNode }

const Line = ({ what, step, said, children }: LineProps) => (
  <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-2 first:border-t-0">
    <div className="min-w-0 grow">
      <dt className="text-sub text-ink-2">{what}</dt>
      <dd className="wrap-anywhere">
        <b>{children}</b>
      </dd>
    </div>
    <dd>
      <ButtonLink kind="text" to={stepAddress(step, said)}>
        修正<span className="visually-hidden">：{what}</span>
      </ButtonLink>
    </dd>
  </div>
)
