/** Joins the class names that apply. Later names do not override earlier ones: pass only layout (margins, grid place) from outside. */
export function cx(...names: (string | 0 | 0n | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
