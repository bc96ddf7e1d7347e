/** What browsers paint around a page: the header's ground (token `surface`) in both themes, as sRGB. */
export const THEME_COLOURS = { light: '#ffffff', dark: '#15181f' }
