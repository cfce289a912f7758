import { helperRights, memberRoles } from '#kernel/enums.ts'
import { numberText } from '#kernel/typed-number.ts'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { YenField } from '#ui/fields/yen-field.tsx'
import { type Authority, rightsHelp, rightsWord, roleHelp, roleWord } from '../members/member-labels.ts'

type Props = {
  side: 'restaurant' | 'farm'
  idPrefix: string
  authority: Authority
  problem: { fields: Record<string, string>; typed: Record<string, string> } | undefined
}

/** What a member may do. Used in a form of `group/authority`: owners have no limit, so it is not asked for them. */
export function AuthorityFields({ side, idPrefix, authority, problem }: Props) {
  const typed = problem?.typed
  return (
    <>
      <RadioGroup
        id={`${idPrefix}-role`}
        name="role"
        legend="役割"
        need="required"
        look="cards"
        className="[--choice-least:11rem]"
        defaultValue={typed?.role ?? authority.role}
        error={problem?.fields.role}
        choices={memberRoles.map((role) => ({ value: role, label: roleWord[side][role], help: roleHelp[side][role] }))}
      />
      <div className="group-has-[[value=owner]:checked]/authority:hidden">
        {side === 'restaurant' ? (
          <YenField
            id={`${idPrefix}-limit`}
            name="orderLimitYen"
            label="注文の上限額"
            need="optional"
            help="1回の注文の税込合計です。超えると責任者の承認待ちになります。空欄の場合は上限なし"
            min={1}
            step={1_000}
            defaultValue={
              typed?.orderLimitYen ?? (authority.orderLimitYen === null ? '' : numberText(authority.orderLimitYen))
            }
            error={problem?.fields.orderLimitYen}
          />
        ) : (
          <div className="grid grid-cols-1 gap-5">
            <RadioGroup
              id={`${idPrefix}-rights`}
              name="rights"
              legend="権限"
              look="cards"
              className="[--choice-least:14rem]"
              defaultValue={typed?.rights ?? (authority.role === 'owner' ? 'pack' : authority.rights)}
              choices={helperRights.map((rights) => ({
                value: rights,
                label: rightsWord[rights],
                help: rightsHelp[rights],
              }))}
            />
            <Switch
              id={`${idPrefix}-money`}
              name="seesMoney"
              value="true"
              label="金額を表示する"
              help="受注の金額・手数料・手取額が表示されます。オフの場合、数量とお届け先のみ表示されます。"
              defaultChecked={typed ? typed.seesMoney === 'true' : authority.seesMoney}
            />
          </div>
        )}
      </div>
    </>
  )
}
