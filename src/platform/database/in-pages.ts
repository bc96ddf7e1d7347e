// A column that may be long, page after page.
const PAGE = 10_000

/** `page`: texts in the order of the database, from the first after this one. */
export async function* inPages(
  page: (after: string, limit: number) => Promise<{ text: string }[]>,
): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const rows = await page(after, PAGE)
    if (rows.length > 0) yield rows.map(({ text }) => text)
    if (rows.length < PAGE) return
    after = rows.at(-1)!.text
  }
}
