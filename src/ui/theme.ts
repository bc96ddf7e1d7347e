/** Light, dark, or as the system says. The choice stays in this browser. */
export type ThemeChoice = 'system' | 'light' | 'dark'

const key = 'theme'

/** Goes into `<head>` before anything is drawn, so that the page never flashes in the wrong theme. Short, because every page carries it. */
export const themeScript = `try{var t=localStorage.${key};if(t=='dark'||t=='light')document.documentElement.dataset.theme=t,document.querySelectorAll('meta[data-theme]').forEach(m=>{m.media=m.dataset.theme==t?'all':'not all'})}catch{}`

export function readTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(key)
    return stored === 'dark' || stored === 'light' ? stored : 'system'
  } catch {
    return 'system'
  }
}

export function chooseTheme(choice: ThemeChoice) {
  const { dataset } = document.documentElement
  if (choice === 'system') delete dataset.theme
  else dataset.theme = choice
  // What the browser paints around the page: one tag for each theme.
  for (const tag of document.querySelectorAll<HTMLMetaElement>('meta[data-theme]')) {
    const { theme } = tag.dataset
    tag.media = choice === 'system' ? `(prefers-color-scheme: ${theme})` : theme === choice ? 'all' : 'not all'
  }
  try {
    if (choice === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, choice)
  } catch {
    // Storage can be forbidden; then the choice lasts until the page is left.
  }
}
