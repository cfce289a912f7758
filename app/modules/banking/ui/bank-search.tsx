import { Form } from 'react-router'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'

type Found = {
  q: string
  bank: { code: string; name: string } | null
  found: readonly { code: string; name: string; kana: string }[] | null
}

/** By name, reading or code: first the bank, then its branch. */
export function BankSearch({ found: { bank, found, q }, here }: { found: Found; here: string }) {
  const noun = bank ? '支店' : '金融機関'
  return (
    <>
      {bank && <ChosenBank word={bank.name} to={here} />}
      <Form key={noun} method="get" className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[1fr_auto]" role="search">
        {bank && <input type="hidden" name="bank" value={bank.code} />}
        <TextField
          label={`${noun}の名前・よみ・コード`}
          name="q"
          defaultValue={q}
          autoComplete="off"
          help={bank ? '例 新宿、シンジュク、240' : '例 みずほ、JAやつしろ、0001'}
        />
        <Button kind="line">検索する</Button>
      </Form>
      {found?.length === 0 && (
        <p role="status">
          「{q}」に一致する{noun}はありません。名前の一部かコードで検索してください。
        </p>
      )}
      {found && found.length > 0 && (
        <ul aria-label={`${noun}の候補`} className="grid grid-cols-1">
          {found.map(({ code, name, kana }) => (
            <li key={code} className="border-b border-line last:border-b-0">
              <Link
                to={bank ? `?bank=${bank.code}&branch=${code}` : `?bank=${code}`}
                className="flex min-h-11 items-center gap-3"
              >
                <b>{name}</b>
                <span className="text-sub">
                  {kana}・{code}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export const ChosenBank = ({ word, to }: { word: string; to: string }) => (
  <p className="flex flex-wrap items-center gap-3">
    <b>{word}</b>
    <Link to={to} className="prose-link inline-flex min-h-11 items-center">
      選び直す
    </Link>
  </p>
)
