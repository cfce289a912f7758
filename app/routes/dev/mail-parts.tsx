/**
 * A mail as a mail client shows it, and as one without pictures and colours does. Its HTML cannot run anything here.
 */
export const MailParts = ({ html, text }: { html: string; text: string }) => (
  <>
    <iframe
      title="HTMLの部分"
      sandbox=""
      srcDoc={html}
      className="h-[42rem] w-full rounded-card border border-line bg-white"
    />
    <section className="card p-4">
      <h2 className="mb-2 font-bold">文字だけの部分</h2>
      <pre className="font-sans whitespace-pre-wrap wrap-anywhere">{text}</pre>
    </section>
  </>
)
