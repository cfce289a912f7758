import { TextField } from '#ui/field.tsx'

type Props = { id: string; name: string; error?: string | undefined }

/** A code of the app, or a backup code, in a form that needs the second factor besides the password. */
export const SecondFactorField = ({ id, name, error }: Props) => (
  <TextField
    id={id}
    label="確認コード"
    name={name}
    help="認証アプリの6桁の数字、または予備コード"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    chars={14}
    need="required"
    error={error}
  />
)
