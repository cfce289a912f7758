import '#styles/kit/prose.css'

/** Text written in Markdown, passed as safe HTML. */
export const ProseText = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered without the author's HTML, see markdown.server.ts
  <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
)
