import { Body, Container, Head, Html, Link, Preview, Section, Text } from '@react-email/components'
import { createElement, Fragment, type ReactNode } from 'react'
import type { Fact, Message, MessagePart, Paragraph } from './notification-kind.ts'
import type { OurPage } from './our-page.ts'

const paper = '#f7f3ea'
const ink = '#1f2a24'
const quiet = '#5b645e'
const pine = '#17583a'
const kaki = '#c2410c'
const line = '#d8cfbc'
const face = "'Hiragino Sans','Yu Gothic',Meiryo,sans-serif"

/**
 * The one frame of all our mails: a carton with its two printed lines (二本線) on the lid. Pictures are
 * switched off in many mail boxes, so there are none: the lines are borders, the logo is text.
 */
function MailFrame({ preview, title, children }: { preview: string; title: string; children: ReactNode }) {
  return (
    <Html lang="ja">
      <Head />
      <Preview>{preview}</Preview>
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

const MailText = ({ children }: { children: ReactNode }) => (
  <Text style={{ margin: '12px 0', fontSize: 16, lineHeight: 1.8, color: ink }}>{children}</Text>
)

/** What a user wrote, with their own line breaks. */
function MailQuote({ children }: { children: string }) {
  return (
    <Section style={{ margin: '12px 0', borderLeft: `4px solid ${line}`, padding: '2px 0 2px 14px' }}>
      <Text style={{ margin: 0, fontSize: 16, lineHeight: 1.8, color: ink }}>
        <Lines>{children}</Lines>
      </Text>
    </Section>
  )
}

/** Facts as on a slip: what it is, and how it is. */
function MailFacts({ facts }: { facts: readonly Fact[] }) {
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

/** The one thing to do. The address stands below it, for those who do not follow links. */
function MailButton({ href, children }: { href: OurPage; children: string }) {
  return (
    <Section style={{ margin: '20px 0' }}>
      <Link
        href={href}
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

/** As children one by one, which need no key. */
const inOrder = (children: readonly ReactNode[]) => createElement(Fragment, null, ...children)

const Lines = ({ children }: { children: string }) =>
  inOrder(
    children
      .split(/\r\n|\r|\n/)
      .map((words, index) => createElement('span', null, index > 0 && createElement('br'), words)),
  )

function Words({ children }: { children: Paragraph }) {
  if (typeof children === 'string') return /[\r\n]/.test(children) ? <Lines>{children}</Lines> : children
  return inOrder(
    children.map((part) => (typeof part === 'string' ? part : createElement('a', { href: part.to }, part.link))),
  )
}

function Part({ part }: { part: MessagePart }) {
  if ('text' in part)
    return (
      <MailText>
        <Words>{part.text}</Words>
      </MailText>
    )
  if ('quote' in part) return <MailQuote>{part.quote}</MailQuote>
  if ('facts' in part) return <MailFacts facts={part.facts} />
  if ('button' in part) return <MailButton href={part.to}>{part.button}</MailButton>
  return (
    <div
      style={{ fontSize: 16, lineHeight: 1.8 }}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered without the author's HTML, see content/markdown.server.ts
      dangerouslySetInnerHTML={{ __html: part.html() }}
    />
  )
}

/** A message as a mail. */
export const MessageMail = ({ message: { title, heading = title, summary, parts } }: { message: Message }) => (
  <MailFrame preview={summary} title={heading}>
    {inOrder(parts.map((part) => part && createElement(Part, { part })))}
  </MailFrame>
)
