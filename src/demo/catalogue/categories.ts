// Two levels. A product always sits in a leaf.
import { text } from './authoring.ts'
import type { DemoCategory, ProductType } from './types.ts'

export const categories: readonly DemoCategory[] = [
  top('pc-games', 0, 'PC games', '电脑游戏', 'ألعاب الحاسوب'),
  leaf('pc-games', 'action-games', 'Action', '动作游戏', 'أكشن'),
  leaf('pc-games', 'rpg-games', 'Role-playing', '角色扮演', 'تقمّص الأدوار'),
  leaf('pc-games', 'shooter-games', 'Shooters', '射击游戏', 'ألعاب التصويب'),
  leaf('pc-games', 'strategy-games', 'Strategy', '策略游戏', 'استراتيجية'),
  leaf('pc-games', 'simulation-games', 'Simulation', '模拟经营', 'محاكاة'),
  leaf('pc-games', 'adventure-games', 'Adventure', '冒险游戏', 'مغامرات'),
  leaf('pc-games', 'survival-games', 'Survival', '生存游戏', 'ألعاب البقاء'),
  leaf('pc-games', 'horror-games', 'Horror', '恐怖游戏', 'رعب'),
  leaf('pc-games', 'racing-games', 'Racing', '竞速游戏', 'سباقات'),
  leaf('pc-games', 'sports-games', 'Sports', '体育游戏', 'رياضة'),
  leaf('pc-games', 'puzzle-games', 'Puzzle', '解谜游戏', 'ألغاز'),
  leaf('pc-games', 'indie-games', 'Indie', '独立游戏', 'ألعاب مستقلة'),

  top('console-games', 0, 'Console games', '主机游戏', 'ألعاب المنصّات'),
  leaf('console-games', 'playstation-games', 'PlayStation', 'PlayStation 游戏', 'ألعاب بلايستيشن'),
  leaf('console-games', 'xbox-games', 'Xbox', 'Xbox 游戏', 'ألعاب إكس بوكس'),
  leaf('console-games', 'nintendo-games', 'Nintendo Switch', '任天堂 Switch 游戏', 'ألعاب نينتندو سويتش'),

  top('gift-cards', 1, 'Gift cards', '礼品卡', 'بطاقات الهدايا'),
  leaf('gift-cards', 'steam-wallet', 'Steam Wallet', 'Steam 钱包', 'محفظة Steam', 1),
  leaf('gift-cards', 'playstation-cards', 'PlayStation Store', 'PlayStation 商店', 'متجر بلايستيشن', 1),
  leaf('gift-cards', 'xbox-cards', 'Xbox', 'Xbox 礼品卡', 'بطاقات إكس بوكس', 1),
  leaf('gift-cards', 'nintendo-cards', 'Nintendo eShop', '任天堂 eShop', 'نينتندو eShop', 1),
  leaf('gift-cards', 'mobile-cards', 'App Store and Google Play', '应用商店充值卡', 'متاجر التطبيقات', 1),
  leaf('gift-cards', 'memberships', 'Memberships', '会员订阅', 'الاشتراكات', 1),

  top('game-points', 1, 'Game points', '游戏点数', 'نقاط الألعاب'),
  leaf('game-points', 'pc-points', 'PC and console points', '电脑与主机点数', 'نقاط الحاسوب والمنصّات', 1),
  leaf('game-points', 'mobile-points', 'Mobile points', '手游点数', 'نقاط ألعاب الجوال', 1),

  top('accounts', 2, 'Accounts', '游戏账号', 'الحسابات'),
  leaf('accounts', 'pc-accounts', 'PC accounts', '电脑游戏账号', 'حسابات الحاسوب', 2),
  leaf('accounts', 'mobile-accounts', 'Mobile accounts', '手游账号', 'حسابات الجوال', 2),
]

function top(slug: string, type: ProductType, en: string, zh: string, ar: string): DemoCategory {
  return { slug, parent: null, name: text(en, zh, ar), type }
}

function leaf(parent: string, slug: string, en: string, zh: string, ar: string, type: ProductType = 0): DemoCategory {
  return { slug, parent, name: text(en, zh, ar), type }
}
