/** A message of ours on LINE, as its Messaging API takes it: words, and answers to press below them. */
export type LineMessage = { type: 'text'; text: string; quickReply?: { items: QuickReply[] } }

export type QuickReply = {
  type: 'action'
  action:
    | { type: 'postback'; label: string; data: string; displayText: string }
    | { type: 'uri'; label: string; uri: string }
}

/** Our account there: what people add, how its messages are checked, how they are answered. */
export type LineAccount = {
  /** `@une-to-sara` */
  name: string
  /** Whether these bytes really come from LINE (header X-Line-Signature). */
  isFromLine(body: Uint8Array, signature: string | null): boolean
  reply(replyToken: string, messages: readonly LineMessage[]): Promise<void>
}
