/**
 * What people add to the name of what they want in a shop, in its languages: it says nothing of which game. Where not all
 * words of a query can be found, these count least. Folded as text.ts folds.
 */
export const SHOP_WORDS: ReadonlySet<string> = new Set(
  (
    'buy cheap cheapest price sale discount key keys cd cdkey code codes game games download digital full version gift card steam epic gog ' +
    'origin uplay pc windows mac linux xbox playstation ps4 ps5 switch nintendo global europe eu us uk row region free online instant ' +
    'delivery activation edition the a of for on and in to ' +
    'kaufen billig guenstig gunstig schlussel spiel spiele acheter cle cles jeu jeux pas cher comprar clave barato juego juegos descargar ' +
    'acquistare chiave gioco giochi economico kopen sleutel spel goedkoop kup klucz gra gry tani comprar chave jogo jogos kupit klyuch ' +
    'купить ключ игра игры дешево satin al anahtar oyun ucuz koupit klic hra levne vasarlas kulcs jatek olcso cumpara cheie joc ieftin ' +
    'شراء مفتاح لعبه رخيص'
  ).split(' '),
)
