import type { TransactionDetail } from '~/gateways/shapes/purchases.server'

/**
 * Kinds of goods by prefixes, most of them without endings; `_`
 * ends a word that others begin with. Names begin with what a thing is («Вафли сливочные»), so
 * the first word that says anything decides.
 */
const kinds: readonly (readonly [kind: string, beginnings: string])[] = [
  [
    'Молочное и яйца',
    'молок молочн кефир йогурт ряженк сметан творо сыр_ сыра_ сыры_ сырн сырок сырк сливк сливочн простокваш ' +
      'айран снежок_ яйц яйцо масло маргарин варенец катык пломбирн брынз моцарелл',
  ],
  [
    'Хлеб и выпечка',
    'хлеб батон булоч булк слойк круассан лаваш лепешк тортиль пирож_ пирожок пирожк пирог багет ' +
      'чиабатт бублик баранк сушк кекс маффин ватрушк плюшк калач сдоб кулич',
  ],
  [
    'Мясо и колбасы',
    'мяс говя свин барани телят курин куриц цыпл бройлер индей индюш утк утин гусь_ гуся_ гусин кролик фарш шашлык ' +
      'колбас сосиск сардельк ветчин бекон сервелат салями карбонад буженин шпик сало_ грудк голен ' +
      'окорочк окорок бедр крыл печень_ печени_ паштет шпикач купат лопатк вырезк ребр гуляш',
  ],
  [
    'Рыба и морепродукты',
    'рыб форел семг лосос скумбри минта карп дорад сибас судак горбуш сельд селедк треск тунец ' +
      'тунц шпрот сайр кильк кета_ кеты_ икр кревет краб мидии кальмар морепродукт хек_ хека_ навага ' +
      'камбал палтус окун щук путассу мойв анчоус осетр сардин',
  ],
  [
    'Овощи и фрукты',
    'овощ фрукт картоф картош морков лук_ лука_ свекл капуст огур помидор томат перец_ перц ' +
      'баклажан кабач тыкв редис редьк чеснок зелень укроп петруш салат руккол шпинат базилик ' +
      'яблок яблоч груш банан апельсин мандарин лимон грейпфрут виноград гранат хурм киви слив_ сливы ' +
      'персик нектарин абрикос арбуз дын ананас манго авокадо ягод клубник голубик малин ' +
      'черешн вишн смородин гриб шампиньон вешенк кукуруз имбир сельдере кинза',
  ],
  [
    'Готовое и заморозка',
    'пельмен вареник котлет наггетс пицц блин чебурек беляш суп_ супа_ супы_ сэндвич ролл хинкал мант_ манты ' +
      'голубц сырник запеканк полуфабрикат зраз тефтел бургер шаурм оладь',
  ],
  [
    'Бакалея',
    'круп греч рис_ рисов хлопь овсян каша каши геркулес пшено пшен перлов булгур кускус ' +
      'макарон спагетти лапш вермишел рожк паста_ мука муки сахар соль соли ' +
      'подсолнечн оливков растительн кетчуп майонез соус горчиц уксус специ приправ лавров ваниль_ ' +
      'дрожж крахмал горох горош фасол чечевиц нут_ консерв тушенк маринован маслин оливк варень ' +
      'джем повидл мед_ меда_ бульон мюсли желатин аджик хрен',
  ],
  [
    'Сладости и снеки',
    'шоколад конфет батончик печенье печенья вафл пряник зефир мармелад пастил халв торт пирожн ' +
      'рулет бисквит морожен пломбир эскимо карамел ирис_ драже леденц жевательн жвачк чипс сухар ' +
      'попкорн снек орех миндал фундук фисташк арахис кешью семечк курага чернослив изюм финик ' +
      'сухофрукт козинак нуга щербет десерт трубочк',
  ],
  [
    'Напитки',
    'вода воды сок_ соки сока нектар морс компот лимонад квас газиров напит чай_ чая чаи ' +
      'кофе_ кофе какао кисель энергетик тоник кола_ сироп цикори минеральн',
  ],
  [
    'Алкоголь',
    'пиво пива пивн вино вина_ винный игрист шампанск водк коньяк виски сидр ликер вермут настойк ' +
      'наливк ром_ джин_ текил бренди портвейн мартини',
  ],
  [
    'Для дома',
    'порошок_ стир бель средств моющ чистящ отбелив ополаскив_ бумаг туалет полотенц салфет губк ' +
      'пакет мешк мешок фольг пленк тряпк швабр лампочк лампа батарейк освежител посуд свеч ' +
      'зажигалк спичк перчатк контейнер антинакипин',
  ],
  [
    'Уход за собой',
    'шампун бальзам волос душ_ душа зубн мыло мыла крем дезодорант бритв станок лосьон ' +
      'прокладк тампон ватн вата дезодор маска_ скраб помад гигиен пена_ пены_ косметич антиперспирант ' +
      'парфюм дух_ духи тушь аптеч пластыр витамин',
  ],
  [
    'Детям',
    'детск подгузник пелен малыш соска бутылочк погремушк игрушк раскраск прикорм биоотвар',
  ],
  ['Животным', 'корм корма кошек кошач собак собач наполнител лакомств_ ошейник когтеточк'],
]

/** What says more than the first word does, wherever it stands: «Вода детская», «с 4 месяцев». */
const above: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['Животным', /(?:^|[^а-я])(?:корм[а-я]?(?![а-я])|для (?:кошек|собак|котят|щенков|птиц))/],
  ['Бакалея', /масло (?:подсолнечн|оливков|растительн|кукурузн|льнян|кунжутн|горчичн)/],
  [
    'Детям',
    /(?:^|[^а-я])(?:детск|подгузник|для (?:детей|малышей|новорожденных)|с \d+[а-я-]* мес|с рождения)/,
  ],
]

/** Log fields without a name of their own. */
export const OTHER_KIND = 'Прочее'

/** The longest beginnings come first: «печенье» is no «печень». */
const beginnings = kinds
  .flatMap(([kind, stems]) => stems.split(' ').map((word) => ({ kind, word })))
  .sort((one, other) => other.word.length - one.word.length)

const MOST_LETTERS = 200

/** The kind of a good by its name on a receipt; a brand in quotes says nothing. */
export function kindOf(name: string): string {
  const plain = name.slice(0, MOST_LETTERS).toLowerCase().replaceAll('ё', 'е')
  const unquoted = plain.replace(/«[^«»]*»|"[^"]*"/g, ' ')
  for (const [kind, pattern] of above) if (pattern.test(unquoted)) return kind
  for (const word of unquoted.split(/[^а-я]+/)) {
    const existing = beginnings.find((each) =>
      each.word.endsWith('_') ? `${word}_` === each.word : word.startsWith(each.word),
    )
    if (existing) return existing.kind
  }
  return OTHER_KIND
}

export interface KindSum {
  kind: string
  /** Kopecks, as the positions say. */
  sum: number
}

/**
 * What was spent on which kind, the most first and the rest last: by the sums of positions, what
 * was given back taken off.
 * @returns `unknown`: how many positions have no sum that could be read
 */
export function sumByKind(details: Iterable<TransactionDetail>): {
  kinds: KindSum[]
  unknown: number
} {
  const sums = new Map<string, number>()
  const existing = new Map<string, string>()
  let unknown = 0
  for (const { type, receipt } of details) {
    for (const { name, sum } of receipt?.items ?? []) {
      if (sum === null) {
        unknown += 1
        continue
      }
      const kind = existing.get(name) ?? kindOf(name)
      existing.set(name, kind)
      sums.set(kind, (sums.get(kind) ?? 0) + (type === 'REFUND' ? -Math.abs(sum) : sum))
    }
  }
  const isLast = ({ kind }: KindSum) => Number(kind === OTHER_KIND)
  const found = [...sums].map(([kind, sum]) => ({ kind, sum })).filter(({ sum }) => sum !== 0)
  found.sort((one, other) => isLast(one) - isLast(other) || other.sum - one.sum)
  return { kinds: found, unknown }
}
