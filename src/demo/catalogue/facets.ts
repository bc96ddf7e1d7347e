// What a product can be filtered by: platform, region, language, genre.
import type { DemoFacet, DemoRegion, Localized } from './types.ts'

export type PlatformCode =
  | 'steam'
  | 'epic'
  | 'gog'
  | 'battle-net'
  | 'ea-app'
  | 'ubisoft-connect'
  | 'rockstar'
  | 'xbox-series'
  | 'xbox-one'
  | 'ps5'
  | 'ps4'
  | 'switch'
  | 'switch-2'
  | 'microsoft-store'
  | 'ios'
  | 'android'
  | 'publisher'

export const platforms: readonly DemoFacet<PlatformCode>[] = [
  { code: 'steam', name: { 'en-US': 'Steam' } },
  { code: 'epic', name: { 'en-US': 'Epic Games' } },
  { code: 'gog', name: { 'en-US': 'GOG' } },
  { code: 'battle-net', name: { 'en-US': 'Battle.net', 'zh-CN': '战网' } },
  { code: 'ea-app', name: { 'en-US': 'EA app' } },
  { code: 'ubisoft-connect', name: { 'en-US': 'Ubisoft Connect', 'zh-CN': '育碧 Connect' } },
  { code: 'rockstar', name: { 'en-US': 'Rockstar Games' } },
  { code: 'xbox-series', name: { 'en-US': 'Xbox Series X|S' } },
  { code: 'xbox-one', name: { 'en-US': 'Xbox One' } },
  { code: 'ps5', name: { 'en-US': 'PlayStation 5', ar: 'بلايستيشن 5' } },
  { code: 'ps4', name: { 'en-US': 'PlayStation 4', ar: 'بلايستيشن 4' } },
  { code: 'switch', name: { 'en-US': 'Nintendo Switch', ar: 'نينتندو سويتش' } },
  { code: 'switch-2', name: { 'en-US': 'Nintendo Switch 2', ar: 'نينتندو سويتش 2' } },
  { code: 'microsoft-store', name: { 'en-US': 'Microsoft Store', 'zh-CN': '微软商店', ar: 'متجر مايكروسوفت' } },
  { code: 'ios', name: { 'en-US': 'iPhone and iPad', 'zh-CN': 'iPhone 与 iPad', ar: 'آيفون وآيباد' } },
  { code: 'android', name: { 'en-US': 'Android', 'zh-CN': '安卓', ar: 'أندرويد' } },
  { code: 'publisher', name: { 'en-US': "Publisher's site", 'zh-CN': '发行商官网', ar: 'موقع الناشر' } },
]

const EUROPE = (
  'AD AL AT BA BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS ' +
  'SE SI SK SM UA VA XK'
).split(' ')

/** The euro card works wherever the store charges in euros. */
const EURO_AREA = 'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK'.split(' ')

const LATIN_AMERICA = 'AR BO BR CL CO CR DO EC GT HN MX NI PA PE PY SV UY VE'.split(' ')

const ASIA = 'BD BN HK ID IN JP KH KR LA LK MM MN MO MV MY NP PH PK SG TH TW VN'.split(' ')

const MIDDLE_EAST = 'AE BH EG JO KW LB OM QA SA'.split(' ')

export type RegionCode =
  | 'global'
  | 'europe'
  | 'euro-area'
  | 'united-kingdom'
  | 'germany'
  | 'turkey'
  | 'north-america'
  | 'united-states'
  | 'latin-america'
  | 'brazil'
  | 'asia'
  | 'china'
  | 'hong-kong'
  | 'japan'
  | 'korea'
  | 'india'
  | 'middle-east'
  | 'saudi-arabia'
  | 'united-arab-emirates'

export const regions: readonly DemoRegion[] = [
  { code: 'global', name: { 'en-US': 'Global', 'zh-CN': '全球', ar: 'عالمي' }, countries: null },
  { code: 'europe', name: { 'en-US': 'Europe', 'zh-CN': '欧洲', ar: 'أوروبا' }, countries: EUROPE },
  { code: 'euro-area', name: { 'en-US': 'Euro area', 'zh-CN': '欧元区', ar: 'منطقة اليورو' }, countries: EURO_AREA },
  {
    code: 'united-kingdom',
    name: { 'en-US': 'United Kingdom', 'zh-CN': '英国', ar: 'المملكة المتحدة' },
    countries: ['GB'],
  },
  { code: 'germany', name: { 'en-US': 'Germany', 'zh-CN': '德国', ar: 'ألمانيا' }, countries: ['DE'] },
  { code: 'turkey', name: { 'en-US': 'Turkey', 'zh-CN': '土耳其', ar: 'تركيا' }, countries: ['TR'] },
  {
    code: 'north-america',
    name: { 'en-US': 'North America', 'zh-CN': '北美', ar: 'أمريكا الشمالية' },
    countries: ['US', 'CA', 'MX'],
  },
  {
    code: 'united-states',
    name: { 'en-US': 'United States', 'zh-CN': '美国', ar: 'الولايات المتحدة' },
    countries: ['US'],
  },
  {
    code: 'latin-america',
    name: { 'en-US': 'Latin America', 'zh-CN': '拉丁美洲', ar: 'أمريكا اللاتينية' },
    countries: LATIN_AMERICA,
  },
  { code: 'brazil', name: { 'en-US': 'Brazil', 'zh-CN': '巴西', ar: 'البرازيل' }, countries: ['BR'] },
  { code: 'asia', name: { 'en-US': 'Asia', 'zh-CN': '亚洲', ar: 'آسيا' }, countries: ASIA },
  { code: 'china', name: { 'en-US': 'Mainland China', 'zh-CN': '中国大陆', ar: 'الصين' }, countries: ['CN'] },
  { code: 'hong-kong', name: { 'en-US': 'Hong Kong', 'zh-CN': '中国香港', ar: 'هونغ كونغ' }, countries: ['HK'] },
  { code: 'japan', name: { 'en-US': 'Japan', 'zh-CN': '日本', ar: 'اليابان' }, countries: ['JP'] },
  { code: 'korea', name: { 'en-US': 'South Korea', 'zh-CN': '韩国', ar: 'كوريا الجنوبية' }, countries: ['KR'] },
  { code: 'india', name: { 'en-US': 'India', 'zh-CN': '印度', ar: 'الهند' }, countries: ['IN'] },
  {
    code: 'middle-east',
    name: { 'en-US': 'Middle East', 'zh-CN': '中东', ar: 'الشرق الأوسط' },
    countries: MIDDLE_EAST,
  },
  {
    code: 'saudi-arabia',
    name: { 'en-US': 'Saudi Arabia', 'zh-CN': '沙特阿拉伯', ar: 'السعودية' },
    countries: ['SA'],
  },
  {
    code: 'united-arab-emirates',
    name: { 'en-US': 'United Arab Emirates', 'zh-CN': '阿联酋', ar: 'الإمارات' },
    countries: ['AE'],
  },
]

const LANGUAGE_CODES = [
  'en',
  'fr',
  'de',
  'it',
  'es-ES',
  'es-419',
  'pt-BR',
  'pt-PT',
  'nl',
  'pl',
  'cs',
  'hu',
  'ro',
  'ru',
  'uk',
  'tr',
  'el',
  'sv',
  'da',
  'nb',
  'fi',
  'ja',
  'ko',
  'zh-Hans',
  'zh-Hant',
  'th',
  'vi',
  'ar',
] as const

/** BCP 47. */
export type LanguageCode = (typeof LANGUAGE_CODES)[number]

export const languages: readonly DemoFacet<LanguageCode>[] = LANGUAGE_CODES.map((code) => ({
  code,
  name: languageName(code),
}))

function languageName(code: LanguageCode): Localized {
  const inLocale = (locale: string) => new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code
  return { 'en-US': inLocale('en-US'), 'zh-CN': inLocale('zh-CN'), ar: inLocale('ar') }
}

export type GenreCode =
  | 'action'
  | 'adventure'
  | 'rpg'
  | 'shooter'
  | 'strategy'
  | 'simulation'
  | 'racing'
  | 'sports'
  | 'horror'
  | 'puzzle'
  | 'indie'
  | 'platformer'
  | 'survival'
  | 'fighting'
  | 'open-world'
  | 'co-op'
  | 'mmo'
  | 'roguelike'
  | 'story'

export const genres: readonly DemoFacet<GenreCode>[] = [
  { code: 'action', name: { 'en-US': 'Action', 'zh-CN': '动作', ar: 'أكشن' } },
  { code: 'adventure', name: { 'en-US': 'Adventure', 'zh-CN': '冒险', ar: 'مغامرات' } },
  { code: 'rpg', name: { 'en-US': 'Role-playing', 'zh-CN': '角色扮演', ar: 'تقمّص أدوار' } },
  { code: 'shooter', name: { 'en-US': 'Shooter', 'zh-CN': '射击', ar: 'تصويب' } },
  { code: 'strategy', name: { 'en-US': 'Strategy', 'zh-CN': '策略', ar: 'استراتيجية' } },
  { code: 'simulation', name: { 'en-US': 'Simulation', 'zh-CN': '模拟', ar: 'محاكاة' } },
  { code: 'racing', name: { 'en-US': 'Racing', 'zh-CN': '竞速', ar: 'سباقات' } },
  { code: 'sports', name: { 'en-US': 'Sports', 'zh-CN': '体育', ar: 'رياضة' } },
  { code: 'horror', name: { 'en-US': 'Horror', 'zh-CN': '恐怖', ar: 'رعب' } },
  { code: 'puzzle', name: { 'en-US': 'Puzzle', 'zh-CN': '解谜', ar: 'ألغاز' } },
  { code: 'indie', name: { 'en-US': 'Indie', 'zh-CN': '独立游戏', ar: 'ألعاب مستقلة' } },
  { code: 'platformer', name: { 'en-US': 'Platformer', 'zh-CN': '平台跳跃', ar: 'منصّات' } },
  { code: 'survival', name: { 'en-US': 'Survival', 'zh-CN': '生存', ar: 'بقاء' } },
  { code: 'fighting', name: { 'en-US': 'Fighting', 'zh-CN': '格斗', ar: 'قتال' } },
  { code: 'open-world', name: { 'en-US': 'Open world', 'zh-CN': '开放世界', ar: 'عالم مفتوح' } },
  { code: 'co-op', name: { 'en-US': 'Co-op', 'zh-CN': '合作', ar: 'لعب تعاوني' } },
  { code: 'mmo', name: { 'en-US': 'MMO', 'zh-CN': '大型多人在线', ar: 'جماعية ضخمة' } },
  { code: 'roguelike', name: { 'en-US': 'Roguelike', 'zh-CN': '肉鸽', ar: 'روغلايك' } },
  { code: 'story', name: { 'en-US': 'Story-rich', 'zh-CN': '剧情', ar: 'قصصية' } },
]
