/** A LINE message for the Messaging API: text, and buttons below it. */
export type LineMessage = { type: 'text'; text: string; quickReply?: { items: QuickReply[] } }

export type QuickReply = {
  type: 'action'
  action:
    | { type: 'postback'; label: string; data: string; displayText: string }
    | { type: 'uri'; label: string; uri: string }
}

/** Our LINE account: its id, how incoming messages are verified, how they are answered. */
export type LineAccount = {
  /** `@une-to-sara` */
  name: string
  /** Whether these bytes really come from LINE (header X-Line-Signature). */
  isFromLine(body: Uint8Array, signature: string | null): boolean
  reply(replyToken: string, messages: readonly LineMessage[]): Promise<void>
}
