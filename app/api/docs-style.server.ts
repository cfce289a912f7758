/** The style of the documentation: a separate file, so that a policy without unsafe-inline allows it. */
export const docsStyle = `:root {
  color-scheme: light dark;
  --ink: light-dark(#1d2420, #eef1ee);
  --faint: light-dark(#4c5851, #b4beb8);
  --paper: light-dark(#ffffff, #161a18);
  --box: light-dark(#f2f4f2, #222825);
  --line: light-dark(#d4dad6, #39423d);
  --link: light-dark(#0b5c3f, #7fd1ab);
}
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.75 "Hiragino Sans", "Noto Sans JP", "Yu Gothic UI", Meiryo, system-ui, sans-serif;
  overflow-wrap: anywhere;
}
main { max-width: 60rem; margin: 0 auto; padding: 1rem 1rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.4; margin: 1rem 0 0.5rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 0.5rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.5rem 0 0.25rem; }
a { color: var(--link); }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.875rem; }
pre { background: var(--box); border: 1px solid var(--line); border-radius: 4px; padding: 0.75rem; white-space: pre-wrap; }
dt { font-weight: bold; }
dd { margin: 0 0 1rem; }
.address { color: var(--faint); }
.fact { color: var(--faint); font-size: 0.875rem; }
.endpoints { list-style: none; padding: 0; }
.endpoints li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; border-bottom: 1px solid var(--line); }
.endpoints a { padding: 0.5rem 0; }
.endpoints code { padding: 0.5rem 0; }
.fields { list-style: none; padding-inline-start: 1rem; margin: 0.25rem 0; border-inline-start: 2px solid var(--line); }
.fields li { margin: 0.25rem 0; }
`
