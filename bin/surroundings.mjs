// What programs of others are given of the environment: npm, apt and the install scripts of packages, and what builds the pages. The shop's
// configuration, with its keys and passwords, is none of their business; nor is NODE_ENV, by which npm leaves out half of the packages.

/** By the beginning of its name: npm's and Node's own settings, the language. */
const FAMILIES = /^(npm_|NODE_(?!ENV$)|LC_|XDG_)/i

const NAMES = new Set([
  // Who and where one is.
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'PWD',
  'INIT_CWD',
  'LANG',
  'TZ',
  'TERM',
  'COLORTERM',
  'NO_COLOR',
  'FORCE_COLOR',
  'CI',
  'TMPDIR',
  'TMP',
  'TEMP',
  'LD_LIBRARY_PATH',
  // How the registry is reached.
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
  'PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  // Windows does not start a program without them.
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'PROGRAMFILES',
]) // prettier-ignore

/** Proxies are written in small letters, too, and Windows writes names as it likes. */
export const surroundings = (env = process.env) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => FAMILIES.test(name) || NAMES.has(name.toUpperCase())))
