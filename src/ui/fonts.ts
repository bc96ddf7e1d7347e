/** To be preloaded where the language is written in Latin letters: `<link rel="preload" as="font" crossorigin>`. */
export { default as latinFontUrl } from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
