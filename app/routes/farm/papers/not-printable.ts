const words: Readonly<Record<string, string>> = {
  day: '出荷日',
  parts: '印刷する書類',
  sheet: 'ラベル用紙',
  start: '印刷を開始する位置',
  rightTenths: '右へのずれ',
  downTenths: '下へのずれ',
}

/** What is wrong with the choice, one sentence to a line: the address of a file has no page with fields. */
export const notPrintable = (fields: Readonly<Record<string, string>>) =>
  new Response(
    Object.entries(fields)
      .map(([name, sentence]) => `${words[name] ?? name}：${sentence}`)
      .join('\n'),
    { status: 422, headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' } },
  )
