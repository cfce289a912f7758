import { TextField } from '#ui/field.tsx'
import { KanaField } from '#ui/fields/kana-field.tsx'
import { Head } from '#ui/head.tsx'
import type { Problem } from '#web/form.ts'
import { ProfileCard } from './profile-card.tsx'
import { fieldId, ProfileForm } from './profile-form.tsx'

type Props = { account: { name: string; nameKana: string }; problem: Problem | undefined }

export const NameCard = ({ account, problem }: Props) => (
  <ProfileCard id="name" title={<Head as="span">お名前</Head>}>
    <ProfileForm intent="name" problem={problem} button="保存する">
      <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
        <TextField
          id={fieldId('name', 'name')}
          label="お名前"
          name="name"
          autoComplete="name"
          need="required"
          help="注文の取引先や運営に表示されます。"
          defaultValue={problem?.typed.name ?? account.name}
          error={problem?.fields.name}
        />
        <KanaField
          id={fieldId('name', 'nameKana')}
          label="フリガナ"
          name="nameKana"
          need="optional"
          help="お電話でお呼びする際に使用します。"
          defaultValue={problem?.typed.nameKana ?? account.nameKana}
          error={problem?.fields.nameKana}
        />
      </div>
    </ProfileForm>
  </ProfileCard>
)
