import { Form } from 'react-router'
import { methods } from '#kernel/enums.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import ClaimLimitFields from '#modules/ordering/ui/claim-limit-fields.tsx'
import { hitIn } from '#modules/products/ui/hit-orders.tsx'
import { MethodForm } from '#modules/products/ui/method-form.tsx'
import type { HitOrder } from '#modules/products/vacation/vacations.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import type { Problem } from '#web/form.ts'
import { RefusalNotice } from '#web/refusal-notice.tsx'
import type { Route } from './+types/profile.ts'
import { Facts, Links } from './profile-facts.tsx'
import { Shipping } from './profile-shipping.tsx'

export default function ProfilePage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { facts } = matches[1].loaderData
  const problem: Problem | undefined = actionData && 'problem' in actionData ? actionData.problem : undefined
  return (
    <>
      <FieldHeader facts={facts} back={{ to: '/farmer/menu', word: 'メニュー' }} line={null}>
        <h1 className="text-h2">
          <Head as="span">農園のページ</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-6 p-4 pb-24 lg:max-w-[90rem] lg:grid-cols-2 lg:px-8">
        <OwnPage
          it={loaderData}
          problem={problem}
          simulated={
            actionData && 'simulated' in actionData && Array.isArray(actionData.simulated) ? actionData.simulated : null
          }
          hit={hitIn(actionData)}
        />
      </div>
    </>
  )
}

export type Own = Route.ComponentProps['loaderData']

type OwnProps = {
  it: Own
  problem: Problem | undefined
  simulated: Own['simulated'] | null
  hit: readonly HitOrder[]
}

function OwnPage({ it, problem, simulated, hit }: OwnProps) {
  return (
    <>
      {problem?.summary && (
        <div className="lg:col-span-full">
          <RefusalNotice problem={problem} />
        </div>
      )}
      <p className="flex flex-wrap gap-3 lg:col-span-full">
        <ButtonLink to="/farmer/Intro" kind="line">
          紹介文と写真
        </ButtonLink>
        <ButtonLink to={`/farmer/profile/${it.farmId}`} kind="line">
          表示を確認する
        </ButtonLink>
      </p>
      <div className="grid grid-cols-1 content-start gap-6">
        <Facts it={it} problem={problem?.typed.intent === 'facts' ? problem : undefined} />
        <Links it={it} problem={problem?.typed.intent === 'links' ? problem : undefined} />
        <ClaimLimitForm it={it} problem={problem?.typed.intent === 'claimLimit' ? problem : undefined} />
      </div>
      <div className="grid grid-cols-1 content-start gap-6">
        <section id="methods" aria-labelledby="methods-title" className="grid scroll-mt-4 grid-cols-1 gap-3">
          <h2 id="methods-title" className="text-h3 font-bold">
            栽培方法と証明書
          </h2>
          {methods.map((method) => (
            <MethodForm
              key={method}
              method={method}
              shown={it.methods.find((known) => known.method === method)}
              mayChange={it.mayChange}
              errors={problem?.fields ?? {}}
            />
          ))}
        </section>
        <Shipping
          it={it}
          problem={problem?.typed.packingHour === undefined ? undefined : problem}
          simulated={simulated ?? it.simulated}
          isTrial={simulated !== null}
          hit={hit}
        />
      </div>
    </>
  )
}

/** What is settled automatically when something was wrong with a delivery. */
function ClaimLimitForm({ it, problem }: { it: Own; problem: Problem | undefined }) {
  return (
    <section id="claims" aria-labelledby="claims-title" className="card grid scroll-mt-4 grid-cols-1 gap-4 p-4">
      <h2 id="claims-title" className="text-h3 font-bold">
        不良・欠品の報告
      </h2>
      <Form method="post" preventScrollReset className="grid grid-cols-1 gap-4">
        <input type="hidden" name="key" value={it.formKey} />
        <ClaimLimitFields {...it.claimLimit} error={problem?.fields.limit} />
        {it.mayManage ? (
          <Button size="lg" name="intent" value="claimLimit">
            保存する
          </Button>
        ) : (
          <p className="text-sub text-ink-2">変更できるのは農園主のみです。</p>
        )}
      </Form>
    </section>
  )
}
