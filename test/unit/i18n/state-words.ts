// Words of a state that no sentence about another state may contain, in each language. A week that is usual after low ones
// is not called so.
import type { LevelState } from '../../../lib/domain/signals/model.ts';
import type { Language } from '../../../lib/i18n/messages.ts';

export type StateWords = Readonly<Record<LevelState, RegExp>>;

export const STATE_WORDS: Readonly<Record<Language, StateWords>> = {
  en: {
    silent: /no responses|device/iu,
    new: /new this week|for the first time|falling slowly/iu,
    still: /low again|weeks? lower|lower since/iu,
    recovered: /\bback\b|recovered|again at|returned|up from/iu,
    better: /better/iu,
    newPlace: /opened/iu,
    tooFew: /too few for an index/iu,
    usual: /as usual/iu,
  },
  de: {
    silent: /keine antworten|gerät/iu,
    new: /neu in dieser woche|erstmals|fällt langsam/iu,
    still: /erneut|wochen? niedriger|niedriger etwa seit/iu,
    recovered: /wieder|aufgeholt|erholt|zurück|gestiegen/iu,
    better: /besser/iu,
    newPlace: /eröffnet/iu,
    tooFew: /zu wenige für einen index/iu,
    usual: /wie üblich/iu,
  },
  fi: {
    silent: /ei vastauksia|laite/iu,
    new: /uutta|ensi kertaa|laskenut hitaasti/iu,
    still: /(?<!\p{L})taas|heikompi \d+ viik|heikompi noin/iu,
    recovered: /takaisin|palautunut|jälleen|noussut/iu,
    better: /parempi/iu,
    newPlace: /avattu/iu,
    tooFew: /liian vähän indeksiin/iu,
    usual: /kuten yleensä/iu,
  },
  sv: {
    silent: /inga svar|enhet/iu,
    new: /nytt den här veckan|första gången|sjunkit långsamt/iu,
    still: /(?<!\p{L})igen|: lägre i|lägre sedan/iu,
    recovered: /tillbaka|återhämta|åter|upp från/iu,
    better: /bättre/iu,
    newPlace: /öppnade/iu,
    tooFew: /för få för ett index/iu,
    usual: /som vanligt/iu,
  },
  fr: {
    silent: /aucune réponse|appareil/iu,
    new: /nouveau cette semaine|première fois|baisse lente/iu,
    still: /encore une fois|plus bas depuis|plus bas environ depuis/iu,
    recovered: /retour|revenu|rétabli|remonté|de nouveau/iu,
    better: /mieux/iu,
    newPlace: /ouvert/iu,
    tooFew: /trop peu pour un indice/iu,
    usual: /comme d’habitude/iu,
  },
  es: {
    silent: /sin respuestas|dispositivo/iu,
    new: /nuevo|primera vez|baja despacio/iu,
    still: /otra vez|más bajo desde/iu,
    recovered: /de vuelta|recuperado|de nuevo|subió/iu,
    better: /mejor/iu,
    newPlace: /abierto/iu,
    tooFew: /insuficientes? para un índice/iu,
    usual: /como siempre/iu,
  },
  ja: {
    silent: /回答がありません|端末/u,
    new: /当週に|ゆっくり低下/u,
    still: /再び|週間低い値で|頃から低い/u,
    recovered: /戻|復帰|回復|上昇/u,
    better: /良好|改善/u,
    newPlace: /開始/u,
    tooFew: /指数には不足/u,
    usual: /通常どおり/u,
  },
  ar: {
    silent: /لا ردود منذ|لا ردود من|الجهاز|متصل/u,
    new: /جديد هذا|لأول مرة|ينخفض ببطء/u,
    still: /مجددًا|منخفض منذ/u,
    recovered: /عاد|تعاف|ارتفع/u,
    better: /أفضل/u,
    newPlace: /افتُتح/u,
    tooFew: /لحساب مؤشر/u,
    usual: /كالمعتاد/u,
  },
};
