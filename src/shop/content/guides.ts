// How a key is used, per platform: short numbered steps that name the buttons as the platforms do.
export type ActivationCode =
  | 'steam'
  | 'epic'
  | 'gog'
  | 'battle-net'
  | 'ea-app'
  | 'ubisoft-connect'
  | 'rockstar'
  | 'xbox'
  | 'microsoft-store'
  | 'playstation'
  | 'nintendo'
  | 'apple'
  | 'google-play'
  | 'publisher-site'
  | 'in-game'
  | 'account'

export interface ActivationGuide {
  code: ActivationCode
  title: InEachLanguage<string>
  /** Numbered steps, the same number in each language. */
  steps: InEachLanguage<string[]>
}

interface InEachLanguage<T> {
  'en-US': T
  'zh-CN': T
  ar: T
}

export const activationGuides: readonly ActivationGuide[] = [
  guide(
    'steam',
    ['Activate on Steam', '在 Steam 上激活', 'التفعيل على Steam'],
    [
      'Open Steam and log in.',
      'Choose “Games”, then “Activate a Product on Steam…”. For wallet codes choose “Redeem a Steam Gift Card”.',
      'Enter the code and confirm.',
      'The game is in your library, or the money in your wallet.',
    ],
    [
      '打开 Steam 并登录。',
      '选择“游戏”→“在 Steam 上激活产品…”。充值码请选择“兑换 Steam 礼物卡”。',
      '输入兑换码并确认。',
      '游戏会出现在库中，充值则会进入钱包。',
    ],
    [
      'افتح Steam وسجّل الدخول.',
      'اختر «ألعاب» ثم «تفعيل منتج على Steam…». لرموز المحفظة اختر «استرداد بطاقة Steam».',
      'أدخل الرمز وأكّد.',
      'ستجد اللعبة في مكتبتك أو الرصيد في محفظتك.',
    ],
  ),
  guide(
    'epic',
    ['Redeem at Epic Games', '在 Epic Games 兑换', 'الاسترداد على Epic Games'],
    [
      'Log in at store.epicgames.com.',
      'Click your name and choose “Redeem Code”.',
      'Enter the code and confirm.',
      'The game is in your library in the Epic Games Launcher.',
    ],
    [
      '登录 store.epicgames.com。',
      '点击您的名字，选择“兑换代码”。',
      '输入兑换码并确认。',
      '游戏会出现在 Epic 启动器的游戏库中。',
    ],
    [
      'سجّل الدخول في store.epicgames.com.',
      'انقر على اسمك واختر «استرداد رمز».',
      'أدخل الرمز وأكّد.',
      'ستجد اللعبة في مكتبتك داخل مشغّل Epic.',
    ],
  ),
  guide(
    'gog',
    ['Redeem at GOG', '在 GOG 兑换', 'الاسترداد على GOG'],
    [
      'Open gog.com/redeem and log in.',
      'Enter the code and choose “Continue”.',
      'Confirm with “Redeem”.',
      'Download from your library or with GOG Galaxy; no client is required to play.',
    ],
    [
      '打开 gog.com/redeem 并登录。',
      '输入兑换码，选择“继续”。',
      '点击“兑换”确认。',
      '从游戏库或 GOG Galaxy 下载；游玩无需客户端。',
    ],
    [
      'افتح gog.com/redeem وسجّل الدخول.',
      'أدخل الرمز واختر «متابعة».',
      'أكّد بـ«استرداد».',
      'نزّل اللعبة من مكتبتك أو عبر GOG Galaxy، ولا يلزم أي برنامج للعب.',
    ],
  ),
  guide(
    'battle-net',
    ['Redeem on Battle.net', '在战网兑换', 'الاسترداد على Battle.net'],
    [
      'Log in at account.battle.net.',
      'Choose “Redeem a Code”.',
      'Enter the code and confirm.',
      'Game, time or balance is on your account; install with the Battle.net app.',
    ],
    [
      '登录 account.battle.net。',
      '选择“兑换代码”。',
      '输入兑换码并确认。',
      '游戏、时间或余额会进入账户；用战网客户端安装。',
    ],
    [
      'سجّل الدخول في account.battle.net.',
      'اختر «استرداد رمز».',
      'أدخل الرمز وأكّد.',
      'ستجد اللعبة أو الوقت أو الرصيد في حسابك، وثبّتها بتطبيق Battle.net.',
    ],
  ),
  guide(
    'ea-app',
    ['Redeem in the EA app', '在 EA app 兑换', 'الاسترداد في تطبيق EA'],
    [
      'Open the EA app and log in.',
      'Open the menu and choose “Redeem code”.',
      'Enter the code and confirm.',
      'The game is in “My Collection”.',
    ],
    ['打开 EA app 并登录。', '打开菜单，选择“兑换代码”。', '输入兑换码并确认。', '游戏会出现在“我的收藏”中。'],
    [
      'افتح تطبيق EA وسجّل الدخول.',
      'افتح القائمة واختر «استرداد رمز».',
      'أدخل الرمز وأكّد.',
      'ستجد اللعبة في «مجموعتي».',
    ],
  ),
  guide(
    'ubisoft-connect',
    ['Activate in Ubisoft Connect', '在育碧 Connect 激活', 'التفعيل في Ubisoft Connect'],
    [
      'Open Ubisoft Connect and log in.',
      'Open the menu and choose “Activate a key”.',
      'Enter the key and confirm.',
      'The game is under “Games”.',
    ],
    ['打开育碧 Connect 并登录。', '打开菜单，选择“激活密钥”。', '输入密钥并确认。', '游戏会出现在“游戏”中。'],
    [
      'افتح Ubisoft Connect وسجّل الدخول.',
      'افتح القائمة واختر «تفعيل مفتاح».',
      'أدخل المفتاح وأكّد.',
      'ستجد اللعبة ضمن «الألعاب».',
    ],
  ),
  guide(
    'rockstar',
    ['Redeem with Rockstar Games', '在 Rockstar Games 兑换', 'الاسترداد لدى Rockstar Games'],
    [
      'Log in at socialclub.rockstargames.com/activate.',
      'Enter the code and choose “Verify”.',
      'Confirm with “Redeem”.',
      'Install the game with the Rockstar Games Launcher.',
    ],
    [
      '登录 socialclub.rockstargames.com/activate。',
      '输入兑换码，选择“验证”。',
      '点击“兑换”确认。',
      '用 Rockstar Games 启动器安装游戏。',
    ],
    [
      'سجّل الدخول في socialclub.rockstargames.com/activate.',
      'أدخل الرمز واختر «تحقّق».',
      'أكّد بـ«استرداد».',
      'ثبّت اللعبة بمشغّل Rockstar Games.',
    ],
  ),
  guide(
    'xbox',
    ['Redeem on Xbox', '在 Xbox 兑换', 'الاسترداد على إكس بوكس'],
    [
      'Open redeem.microsoft.com, or the Store on the console.',
      'Log in with the Microsoft account that you play with.',
      'Choose “Redeem code”, enter the 25 characters and confirm.',
      'The game, membership or balance belongs to that account.',
    ],
    [
      '打开 redeem.microsoft.com，或主机上的商店。',
      '用您游玩时使用的微软账户登录。',
      '选择“兑换代码”，输入25位代码并确认。',
      '游戏、会员或余额将归入该账户。',
    ],
    [
      'افتح redeem.microsoft.com أو المتجر على المنصّة.',
      'سجّل الدخول بحساب مايكروسوفت الذي تلعب به.',
      'اختر «استرداد رمز» وأدخل الأحرف الخمسة والعشرين وأكّد.',
      'تصبح اللعبة أو العضوية أو الرصيد لهذا الحساب.',
    ],
  ),
  guide(
    'microsoft-store',
    ['Redeem in the Microsoft Store', '在微软商店兑换', 'الاسترداد في متجر مايكروسوفت'],
    [
      'Open redeem.microsoft.com and log in.',
      'Enter the 25-character code and choose “Next”.',
      'Confirm the purchase for 0.',
      'Open the Microsoft Store on the PC and install from your library.',
    ],
    [
      '打开 redeem.microsoft.com 并登录。',
      '输入25位代码，选择“下一步”。',
      '确认金额为0的订单。',
      '在电脑上打开微软商店，从库中安装。',
    ],
    [
      'افتح redeem.microsoft.com وسجّل الدخول.',
      'أدخل الرمز المكوّن من 25 حرفًا واختر «التالي».',
      'أكّد الطلب بقيمة صفر.',
      'افتح متجر مايكروسوفت على الحاسوب وثبّت من مكتبتك.',
    ],
  ),
  guide(
    'playstation',
    ['Redeem on PlayStation', '在 PlayStation 兑换', 'الاسترداد على بلايستيشن'],
    [
      'On the console open PlayStation Store and the menu (•••), or log in at store.playstation.com.',
      'Choose “Redeem Code”.',
      'Enter the 12 characters and confirm.',
      'Games start to download; money goes to the wallet.',
    ],
    [
      '在主机上打开 PlayStation Store 的菜单（•••），或登录 store.playstation.com。',
      '选择“兑换代码”。',
      '输入12位代码并确认。',
      '游戏将开始下载，充值会进入钱包。',
    ],
    [
      'على المنصّة افتح متجر بلايستيشن ثم القائمة (•••)، أو سجّل الدخول في store.playstation.com.',
      'اختر «استرداد رمز».',
      'أدخل الأحرف الاثني عشر وأكّد.',
      'يبدأ تنزيل اللعبة أو يُضاف الرصيد إلى المحفظة.',
    ],
  ),
  guide(
    'nintendo',
    ['Redeem in Nintendo eShop', '在任天堂 eShop 兑换', 'الاسترداد في Nintendo eShop'],
    [
      'Open Nintendo eShop on the console, or ec.nintendo.com/redeem in a browser.',
      'Choose the account that should own it, then “Enter Code”.',
      'Enter the 16 characters and confirm.',
      'The download starts, or the balance is added.',
    ],
    [
      '在主机上打开任天堂 eShop，或在浏览器打开 ec.nintendo.com/redeem。',
      '选择要使用的账户，再选“输入序列号”。',
      '输入16位代码并确认。',
      '下载开始，或余额到账。',
    ],
    [
      'افتح Nintendo eShop على المنصّة أو ec.nintendo.com/redeem في المتصفّح.',
      'اختر الحساب ثم «إدخال رمز».',
      'أدخل الأحرف الستة عشر وأكّد.',
      'يبدأ التنزيل أو يُضاف الرصيد.',
    ],
  ),
  guide(
    'apple',
    ['Redeem an Apple gift card', '兑换 Apple 礼品卡', 'استرداد بطاقة آبل'],
    [
      'Open the App Store and tap your picture.',
      'Tap “Redeem Gift Card or Code”.',
      'Choose “Enter code manually” and type the code.',
      'The balance is on your Apple Account.',
    ],
    [
      '打开 App Store，轻点头像。',
      '轻点“兑换充值卡或代码”。',
      '选择手动输入并键入代码。',
      '余额会进入您的 Apple 账户。',
    ],
    [
      'افتح App Store واضغط على صورتك.',
      'اضغط «استرداد بطاقة هدايا أو رمز».',
      'اختر الإدخال اليدوي واكتب الرمز.',
      'يُضاف الرصيد إلى حساب آبل.',
    ],
  ),
  guide(
    'google-play',
    ['Redeem at Google Play', '在 Google Play 兑换', 'الاسترداد على Google Play'],
    [
      'Open the Play Store and tap your picture.',
      'Tap “Payments & subscriptions”, then “Redeem code”.',
      'Enter the code and confirm.',
      'The balance is ready for the next purchase.',
    ],
    ['打开 Play 商店，点按头像。', '点按“付款和订阅”→“兑换代码”。', '输入代码并确认。', '余额可用于下次购买。'],
    [
      'افتح متجر Play واضغط على صورتك.',
      'اضغط «الدفعات والاشتراكات» ثم «استرداد رمز».',
      'أدخل الرمز وأكّد.',
      'الرصيد جاهز لعملية الشراء التالية.',
    ],
  ),
  guide(
    'publisher-site',
    ['Redeem on the publisher’s site', '在发行商官网兑换', 'الاسترداد على موقع الناشر'],
    [
      'Open the redemption page named in the delivery mail.',
      'Log in with the account that should receive it.',
      'Enter the code and confirm.',
      'What you bought is on that account; downloads start from there.',
    ],
    [
      '打开发货邮件中给出的兑换页面。',
      '登录要接收的账户。',
      '输入兑换码并确认。',
      '所购内容会进入该账户，并可在那里下载。',
    ],
    [
      'افتح صفحة الاسترداد المذكورة في رسالة التسليم.',
      'سجّل الدخول بالحساب المطلوب.',
      'أدخل الرمز وأكّد.',
      'يصبح ما اشتريته في ذلك الحساب، ومنه يبدأ التنزيل.',
    ],
  ),
  guide(
    'in-game',
    ['Redeem for your player ID', '按玩家 ID 兑换', 'الاسترداد بمعرّف اللاعب'],
    [
      'Find your player ID (UID) in the game’s profile, and your server if there are several.',
      'Open the redemption page named in the delivery mail.',
      'Enter the ID and the code, and check the name that appears.',
      'Confirm; restart the game if the points are not there within five minutes.',
    ],
    [
      '在游戏资料页查看玩家 ID（UID）；若有多个服务器，请一并确认。',
      '打开发货邮件中给出的兑换页面。',
      '输入 ID 与兑换码，核对显示的昵称。',
      '确认；若五分钟内未到账，请重启游戏。',
    ],
    [
      'ابحث عن معرّف اللاعب (UID) في ملفك داخل اللعبة، والخادم إن تعدّدت الخوادم.',
      'افتح صفحة الاسترداد المذكورة في رسالة التسليم.',
      'أدخل المعرّف والرمز وتحقّق من الاسم الظاهر.',
      'أكّد، وأعد تشغيل اللعبة إن لم تصل النقاط خلال خمس دقائق.',
    ],
  ),
  guide(
    'account',
    ['Take over your account', '接收您的账号', 'استلام حسابك'],
    [
      'Log in to the e-mail account from the delivery first and change its password.',
      'Log in to the game account and change its password, too.',
      'Replace the e-mail address by your own and turn on two-step sign-in.',
      'Check within 24 hours that everything is as described, and write to us if it is not.',
    ],
    [
      '先登录随货提供的邮箱并修改密码。',
      '登录游戏账号，同样修改密码。',
      '将绑定邮箱换成您自己的，并开启两步验证。',
      '请在24小时内核对内容，如有不符请联系我们。',
    ],
    [
      'ابدأ بتسجيل الدخول إلى البريد المرفق وغيّر كلمة مروره.',
      'سجّل الدخول إلى حساب اللعبة وغيّر كلمة مروره أيضًا.',
      'استبدل عنوان البريد بعنوانك وفعّل التحقّق بخطوتين.',
      'تحقّق خلال 24 ساعة من مطابقة الوصف وراسلنا إن لم يطابق.',
    ],
  ),
]

function guide(
  code: ActivationCode,
  [inEnglish, inChinese, inArabic]: [en: string, zh: string, ar: string],
  en: string[],
  zh: string[],
  ar: string[],
): ActivationGuide {
  return {
    code,
    title: { 'en-US': inEnglish, 'zh-CN': inChinese, ar: inArabic },
    steps: { 'en-US': en, 'zh-CN': zh, ar },
  }
}
