/** Plain text as an operator writes it: an empty line begins a paragraph, other line breaks stay. `lang`: where the text is not in the page's language. */
export function Paragraphs({ text, lang }: { text: string; lang?: string }) {
  return (
    <div lang={lang} className="max-w-[68ch] space-y-3">
      {text
        .split(/\n\s*\n/)
        .filter((paragraph) => paragraph.trim())
        .map((paragraph) => (
          <p key={paragraph} dir="auto" className="text-match-parent whitespace-pre-line">
            {paragraph.trim()}
          </p>
        ))}
    </div>
  )
}
