import { lengthOf } from '#kernel/text.ts'

/** Five questions, one view each; their answers in this order are the farm's story. */
export const introQuestions = [
  {
    name: 'beginning',
    word: '始まり',
    ask: 'この畑をいつ、なぜ始めましたか',
    example: '祖父の代から八代でトマトを作っています。10年前に東京から戻り、三代目になりました。',
  },
  {
    name: 'soil',
    word: '土と水',
    ask: 'どのような土と水で育てていますか',
    example: '海を干拓した土地で、土に海のミネラルがあります。水は球磨川の伏流水です。',
  },
  {
    name: 'care',
    word: 'こだわり',
    ask: '他の生産者と異なる点は何ですか',
    example: 'ひと枝の実を四つにしぼり、赤くなるまで待って採ります。',
  },
  {
    name: 'months',
    word: '得意な月',
    ask: '最も自信のある時期と品目は何ですか',
    example: '2月のトマト。夜の寒さで甘さがのります。',
  },
  {
    name: 'word',
    word: '料理人へのメッセージ',
    ask: '料理人へのメッセージをお願いします',
    example: '傷のあるトマトはソース用に安くお出しします。気軽に聞いてください。',
  },
] as const
export type IntroQuestion = (typeof introQuestions)[number]['name']
export type IntroAnswers = Readonly<Partial<Record<IntroQuestion, string>>>

export const mostIntroLetters = 300

export const isIntroQuestion = (text: unknown): text is IntroQuestion =>
  introQuestions.some(({ name }) => name === text)

/** The answers as one story, one paragraph each; empty if nothing was answered. */
export const storyOf = (answers: IntroAnswers): string =>
  introQuestions.flatMap(({ name }) => answers[name]?.trim() || []).join('\n\n')

/** What is missing before it can be published: one sentence, null if nothing is. */
export function missingInIntro(answers: IntroAnswers): { question: IntroQuestion; sentence: string } | null {
  const long = introQuestions.find(({ name }) => lengthOf(answers[name] ?? '') > mostIntroLetters)
  if (long) return { question: long.name, sentence: `「${long.word}」は${mostIntroLetters}文字以内で入力してください` }
  const answered = introQuestions.filter(({ name }) => (answers[name] ?? '').trim() !== '')
  if (answered.length >= 2) return null
  const next = introQuestions.find(({ name }) => (answers[name] ?? '').trim() === '') ?? introQuestions[0]
  return { question: next.name, sentence: '2つ以上の質問に回答すると、公開できます' }
}
