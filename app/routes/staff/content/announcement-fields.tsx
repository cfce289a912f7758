import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { audiences } from '#kernel/enums.ts'
import { formatDay, formatNumber } from '#kernel/format.ts'
import { jstDateOf, jstMinuteOf, parseJstDate } from '#kernel/jst.ts'
import { announcementLength, audienceWord } from '#modules/content/announcement.ts'
import type { AudienceCounts } from '#modules/content/announcement-mails.server.tsx'
import type { announcementForStaff } from '#modules/content/announcement-queries.server.ts'
import { AnnouncementPreview, type Preview } from '#modules/content/ui/announcement-preview.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { SelectField, TextArea, TextField } from '#ui/field.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Problem } from '#web/form.ts'

type Written = Awaited<ReturnType<typeof announcementForStaff>>
type Props = {
  formKey: string
  /** The existing announcement; without it, a new one is written. */
  written?: Written
  /** How many people each audience is. */
  counts: AudienceCounts
  problem: Problem | undefined
  preview: Preview | undefined
  typed: Record<string, string> | undefined
  /** Whether it was sent without script, and the question is still to be agreed to. */
  asks: boolean
}

/** The form on the left, the phones on the right; what was typed stays, whatever is pressed. */
export function AnnouncementForm({ formKey: key, written, counts, problem, preview, typed: typedNow, asks }: Props) {
  const pressed = useNavigation().formData?.get('intent')
  const typed = problem?.typed ?? typedNow ?? (written && typedOf(written)) ?? {}
  const errors = problem?.fields ?? {}
  const [chosen, setChosen] = useState(() => reachOf((name) => typed[name] ?? null, counts))
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_auto]">
      <Form
        method="post"
        onChange={({ currentTarget }) => {
          const form = new FormData(currentTarget)
          setChosen(reachOf((name) => form.get(name), counts))
        }}
        className="card grid max-w-3xl grid-cols-1 gap-5 p-5 [--target-lg:2.75rem]"
      >
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="version" value={written?.version ?? 1} />
        {problem && <Notice tone="akane">{problem.summary}</Notice>}
        <RadioGroup
          legend="公開範囲"
          name="audience"
          need="required"
          defaultValue={typed.audience ?? 'everybody'}
          error={errors.audience}
          choices={audiences.map((value) => ({ value, label: audienceWord[value] }))}
        />
        <TextField
          label="見出し"
          name="title"
          need="required"
          maxLength={announcementLength.title}
          defaultValue={typed.title}
          error={errors.title}
          help="画面上部の帯に、この1行が表示されます"
        />
        <TextArea
          label="本文"
          name="body"
          need="required"
          rows={10}
          limit={announcementLength.body}
          defaultValue={typed.body}
          error={errors.body}
          help="Markdown で入力できます：**太字**、- 箇条書き、[言葉](/restaurant/Guide)"
        />
        <RadioGroup
          legend="公開の開始"
          name="start"
          defaultValue={typed.start ?? 'now'}
          choices={[
            { value: 'now', label: '公開後すぐに' },
            { value: 'later', label: '日時を指定する（公開まで修正できます）' },
          ]}
        />
        <div className="flex flex-wrap items-start gap-3">
          <DateField label="開始日" name="startOn" defaultValue={typed.startOn} error={errors.startOn} />
          <HourField label="開始時刻" name="startHour" from={0} to={23} value={typed.startHour ?? '9'} />
        </div>
        <div className="flex flex-wrap items-start gap-3">
          <DateField
            label="終了日"
            name="endOn"
            need="optional"
            defaultValue={typed.endOn}
            error={errors.endOn}
            help="入力しない場合は、取り下げるまで表示します"
          />
          <HourField label="終了時刻" name="endHour" from={1} to={24} value={typed.endHour ?? '24'} />
        </div>
        <Checkbox
          label="メールでも送信する"
          name="byMail"
          value="true"
          defaultChecked={typed.byMail === 'true'}
          help="開始日時に、対象の会員へ1通ずつ送信します。停止中または退会済みの会員には送信しません"
        />
        <div className="flex flex-wrap gap-3">
          <Button kind="line" name="intent" value="preview" busy={pressed === 'preview'}>
            スマートフォンでの表示を確認
          </Button>
          <Confirm
            kind="pine"
            asked={asks}
            name="intent"
            value="publish"
            busy={pressed === 'publish'}
            question={`${chosen.whom}へのお知らせを${written ? '変更' : '公開'}しますか`}
            consequence={chosen.consequence}
            confirm={written ? '変更する' : 'お知らせを公開'}
          >
            {written ? '変更を保存する' : '公開する'}
          </Confirm>
        </div>
      </Form>
      {preview && (
        <section aria-labelledby="preview" className="grid max-w-[52rem] grid-cols-1 gap-3">
          <h2 id="preview" className="text-h4">
            <Head as="span">スマートフォンでの表示</Head>
          </h2>
          <AnnouncementPreview {...preview} />
        </section>
      )}
    </div>
  )
}

type Reach = { whom: string; consequence: string }

/** Whom the form as it is filled in reaches, when and how. */
function reachOf(typed: (name: string) => unknown, counts: AudienceCounts): Reach {
  const audience = audiences.find((known) => known === typed('audience')) ?? 'everybody'
  const whom = `${audienceWord[audience]}（${formatNumber(counts[audience])}名）`
  const day = parseJstDate(typed('startOn'))
  const begins = typed('start') === 'later' && day ? `${formatDay(day)} ${typed('startHour')}:00` : '公開と同時'
  const byMail =
    typed('byMail') === 'true'
      ? `${formatNumber(counts[audience])}名にメールも送信します。送信後の取り消しはできません。`
      : 'メールは送信しません。'
  return { whom, consequence: `表示開始は${begins}です。${byMail}` }
}

const HourField = (props: { label: string; name: string; from: number; to: number; value: string }) => (
  <SelectField label={props.label} name={props.name} defaultValue={props.value} className="w-32">
    {Array.from({ length: props.to - props.from + 1 }, (_, index) => index + props.from).map((hour) => (
      <option key={hour} value={hour}>
        {hour}:00
      </option>
    ))}
  </SelectField>
)

/** As in the form. The end of a day is its hour 24, not the first of the next. */
function typedOf({ audience, title, body, byMail, startsAt, endsAt }: Written): Record<string, string> {
  const lastMoment = endsAt && new Date(endsAt.getTime() - 1)
  return {
    audience,
    title,
    body,
    ...(byMail && { byMail: 'true' }),
    start: 'later',
    startOn: jstDateOf(startsAt),
    startHour: String(Math.floor(jstMinuteOf(startsAt) / 60)),
    ...(lastMoment && {
      endOn: jstDateOf(lastMoment),
      endHour: String(Math.floor(jstMinuteOf(lastMoment) / 60) + 1),
    }),
  }
}
