import { RotateCw } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { photoKeyIn, signAddress } from '#kernel/picture-name.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { FileField } from '#ui/fields/file-field.tsx'
import type { Problem } from '#web/form.ts'

type Props = {
  /** The name of its picture; null while the crest is shown. */
  logo: string | null
  crest: string
  problem: Problem | undefined
}

const logoRule = {
  accept: ['image/jpeg', 'image/png', 'image/webp'],
  kinds: 'JPEG・PNG・WebPの画像',
  maxMegabytes: 10,
  maxFiles: 1,
} as const

const shownPx = 120

/** The restaurant's logo: on its own pages, in the organisation switch, and on the orders that farms read. */
export function LogoPart({ logo, crest, problem }: Props) {
  const busy = useNavigation().formData?.get('intent') === 'logo'
  const key = logo === null ? null : photoKeyIn(logo)
  return (
    <div className="grid grid-cols-1 items-start gap-x-6 gap-y-4 sm:grid-cols-[auto_minmax(0,1fr)]">
      <span className="justify-self-start text-pine">
        <Avatar
          photo={signAddress(logo, shownPx)}
          crest={crest}
          name={logo ? 'いまのロゴ' : 'いまは紋です'}
          size={shownPx}
          look="sign"
        />
      </span>
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <p className="text-ink-2">
          {logo
            ? 'お店の画面と、注文を受ける農園の画面に出ています。'
            : 'ロゴをのせると、お店の画面と、注文を受ける農園の画面で、紋のかわりに出ます。'}
        </p>
        {key && (
          <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
            <input type="hidden" name="seen" value={key} />
            <Button kind="line" size="sm" name="intent" value="logo_turn" icon={<RotateCw aria-hidden="true" />}>
              右に回す
            </Button>
            <Confirm
              kind="text"
              name="intent"
              value="logo_remove"
              question="ロゴをはずしますか"
              consequence="紋がお店の印になります。ロゴは、いつでものせなおせます。"
              confirm="はずす"
            >
              はずす<span className="visually-hidden">（ロゴ）</span>
            </Confirm>
          </Form>
        )}
        <Form method="post" encType="multipart/form-data" noValidate className="grid grid-cols-1 gap-4">
          <input type="hidden" name="intent" value="logo" />
          <FileField
            id="account-logo"
            name="logo"
            label={logo ? 'べつの画像' : 'ロゴの画像'}
            help={`${logoRule.kinds}。真四角に近いものが、きれいに出ます`}
            rule={logoRule}
            error={problem?.fields.logo}
          />
          <p>
            <Button busy={busy}>{logo ? 'ロゴをとりかえる' : 'ロゴをのせる'}</Button>
          </p>
        </Form>
      </div>
    </div>
  )
}
