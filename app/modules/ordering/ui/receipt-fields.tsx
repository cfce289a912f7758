import { TextField } from '#ui/field.tsx'

type Problem = { fields: Record<string, string>; typed: Record<string, string> }
type Props = { receiver: string; chilled: boolean; frozen: boolean; problem: Problem | undefined }

/** The data of the record of receiving (HACCP): who, and the temperatures of refrigerated products. */
export function ReceiptFields({ receiver, chilled, frozen, problem }: Props) {
  const { fields = {}, typed = {} } = problem ?? {}
  return (
    <fieldset className="card grid grid-cols-2 gap-3 p-4">
      <legend className="visually-hidden">受け取りの記録</legend>
      <p aria-hidden="true" className="col-span-2 text-h4 font-bold">
        受け取りの記録
      </p>
      <TextField
        className="col-span-2"
        label="受取者"
        name="receivedBy"
        autoComplete="name"
        maxLength={60}
        defaultValue={typed.receivedBy ?? receiver}
        error={fields.receivedBy}
      />
      {chilled && (
        <TextField
          label="冷蔵商品の温度"
          need="optional"
          name="chilled"
          inputMode="text"
          autoComplete="off"
          suffix="℃"
          help="10℃まで"
          defaultValue={typed.chilled ?? ''}
          error={fields.chilled}
        />
      )}
      {frozen && (
        <TextField
          label="冷凍商品の温度"
          need="optional"
          name="frozen"
          inputMode="text"
          autoComplete="off"
          suffix="℃"
          help="−15℃まで"
          defaultValue={typed.frozen ?? ''}
          error={fields.frozen}
        />
      )}
    </fieldset>
  )
}
