import { Body, Container, Head, Html, Link, Preview, Section, Text } from '@react-email/components'
import type { ReactNode } from 'react'
import type { OurPage } from './our-page.ts'

const paper = '#f7f3ea'
const ink = '#1f2a24'
const quiet = '#5b645e'
const pine = '#17583a'
const kaki = '#c2410c'
const line = '#d8cfbc'
const face = "'Hiragino Sans','Yu Gothic',Meiryo,sans-serif"

/**
 * The one frame of all our mails: a carton with its two printed lines (二本線) on the lid. Many mail programs hide
 * pictures, so there are none: the lines are borders, the logo is text. What is marked `data-notice` becomes the text
 * of the notification (notices/notice-words.server.ts).
 */
export function MailFrame({ preview, title, children }: { preview: string; title: string; children: ReactNode }) {
  return (
    <Html lang="ja">
      <Head />
      <Preview data-notice="text">{preview}</Preview>
      <Body style={{ backgroundColor: paper, margin: 0, padding: '24px 12px', fontFamily: face, color: ink }}>
        <Container style={{ maxWidth: 560, backgroundColor: '#ffffff', border: `1px solid ${line}` }}>
          <Section style={{ borderTop: `8px solid ${pine}`, padding: '3px 0 0' }}>
            <Section style={{ borderTop: `3px solid ${pine}`, padding: '18px 24px 0' }}>
              <Text style={{ margin: 0, fontSize: 20, fontWeight: 700, letterSpacing: '.12em', color: pine }}>
                畝と皿
              </Text>
            </Section>
          </Section>
          <Section style={{ padding: '4px 24px 24px' }}>
            <h1 style={{ margin: '12px 0 4px', fontSize: 20, lineHeight: 1.5 }}>{title}</h1>
            {children}
          </Section>
          <Section style={{ borderTop: `2px dashed ${line}`, padding: '12px 24px' }}>
            <Text style={{ margin: 0, fontSize: 13, lineHeight: 1.7, color: quiet }}>
              飲食店が農家から直接仕入れる「畝と皿」
            </Text>
          </Section>
        </Container>
      </Body>
    </Html>
  )
}

export const MailText = ({ children }: { children: ReactNode }) => (
  <Text style={{ margin: '12px 0', fontSize: 16, lineHeight: 1.8, color: ink }}>{children}</Text>
)

/** A user's text, with its line breaks. */
export function MailQuote({ children }: { children: string }) {
  return (
    <Section style={{ margin: '12px 0', borderLeft: `4px solid ${line}`, padding: '2px 0 2px 14px' }}>
      <Text style={{ margin: 0, fontSize: 16, lineHeight: 1.8, color: ink }}>
        {children.split(/\r\n|\r|\n/).map((words, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and never move
          <span key={index}>
            {index > 0 && <br />}
            {words}
          </span>
        ))}
      </Text>
    </Section>
  )
}

/** Facts as on a slip: label and value. */
export function MailFacts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <Section style={{ margin: '16px 0', borderTop: `1px solid ${line}` }}>
      {facts.map(([what, how]) => (
        <Section key={what} style={{ borderBottom: `1px solid ${line}`, padding: '8px 0' }}>
          <Text style={{ margin: 0, fontSize: 13, color: quiet }}>{what}</Text>
          <Text style={{ margin: 0, fontSize: 16, fontWeight: 700, lineHeight: 1.6 }}>{how}</Text>
        </Section>
      ))}
    </Section>
  )
}

/** The call to action. The address is printed below it, for readers who do not follow links. */
export function MailButton({ href, children }: { href: OurPage; children: string }) {
  return (
    <Section style={{ margin: '20px 0' }}>
      <Link
        href={href}
        data-notice="door"
        style={{
          display: 'inline-block',
          backgroundColor: kaki,
          color: '#ffffff',
          padding: '12px 22px',
          fontSize: 16,
          fontWeight: 700,
          textDecoration: 'none',
        }}
      >
        {children}
      </Link>
    </Section>
  )
}
