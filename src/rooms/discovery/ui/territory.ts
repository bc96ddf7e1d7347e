/** `language_TERRITORY`, as Open Graph writes it: the language's likely territory where the BCP 47 tag names none. */
export function territory(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize()
  return `${language}_${region}`
}
