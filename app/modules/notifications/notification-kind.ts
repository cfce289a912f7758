import { z } from 'zod'
import type { MailedCodeId } from '#kernel/ids.ts'
import type { NotificationTopic } from '#kernel/notification-enums.ts'
import { isOurPage, type OurPage } from './our-page.ts'

/** A line of a slip: what it is, and how it is. */
export type Fact = readonly [what: string, how: string]

/** A paragraph; a link in the middle of it says what it leads to. */
export type Paragraph = string | readonly (string | { link: string; to: OurPage })[]

export type MessagePart =
  | { text: Paragraph }
  /** What a person wrote, with their own line breaks. */
  | { quote: string }
  | { facts: readonly Fact[] }
  | { button: string; to: OurPage }
  /** HTML of ours that is made when the mail is written, from the text in the data. */
  | { html: () => string }

/**
 * What is said, as data: the mail is all of it; the list behind the bell and the channels that ring say the title and the
 * summary, and lead to the page. One renderer per channel makes it readable there.
 */
export type Message = {
  /** One line: the subject after our name, and what a notice is called. */
  title: string
  /** The subject where it does not begin with our name: to staff, and to administrators. */
  subject?: string
  /** What stands above the words of the mail, if it is not the title. */
  heading?: string
  /** One or two sentences: what a mail box shows beside the subject, and what a notice says. */
  summary: string
  /** Where a notice leads; without it to where the first button does. */
  page?: OurPage
  /** What is false or empty is left out. */
  parts: readonly (MessagePart | false | null | '')[]
}

type Declared<Data> = {
  /** What its reader sets it by; null: a mail that cannot be turned off and stands behind no bell. */
  about: NotificationTopic | null | ((data: Data) => NotificationTopic)
  /** Where it is not told both ways: its notices are told one by one as another kind; or it has no mail. */
  only?: 'mail' | 'notice'
  /** Its mail states the terms of a trade (取引情報), and is kept as documents are. */
  tradeRecord?: true
  data: z.ZodType<Data>
  message(data: Data): Message
  /** The code whose secret stands in the link of the mail, put in when it is sent. */
  codeIn?(data: Data): MailedCodeId
  /** Believable data, to read the mail before it is first sent. */
  sample: NoInfer<Data>
}

/** Everything about one kind of notification: its data, whose setting it follows, and its message. */
export type NotificationKind<Name extends string, Data> = Omit<Declared<Data>, 'data' | 'sample'> & {
  name: Name
  /** The message of stored data. */
  read(stored: unknown): Message
  sampleMessage(): Message
}

/** A kind as the sender knows it, who has only what is stored. */
export type StoredKind = Pick<NotificationKind<string, never>, 'name' | 'only' | 'read' | 'sampleMessage'>

export const notificationKind = <const Name extends string, Data>(
  name: Name,
  { data, sample, ...declared }: Declared<Data>,
): NotificationKind<Name, Data> => ({
  ...declared,
  name,
  read: (stored) => declared.message(data.parse(stored)),
  sampleMessage: () => declared.message(sample),
})

export const page = z.custom<OurPage>(isOurPage)
export const mailedCodeId = z.custom<MailedCodeId>((value) => z.uuid().safeParse(value).success)
export const facts = z.array(z.tuple([z.string(), z.string()]).readonly()).readonly()
