/** Roles as Russian screen readers name them; an empty name speaks the element's name only. */
export const roleNames: Record<string, string> = {
  RootWebArea: 'страница',
  banner: 'шапка',
  navigation: 'навигация',
  main: 'основное',
  contentinfo: 'подвал',
  complementary: 'дополнение',
  region: 'область',
  form: 'форма',
  search: 'поиск',
  dialog: 'окно',
  alertdialog: 'окно',
  group: 'группа',
  radiogroup: 'группа',
  list: 'список',
  DescriptionList: 'список',
  table: 'таблица',
  row: 'строка',
  figure: 'рисунок',
  status: 'сообщит',
  alert: 'сообщит сразу',
  log: 'сообщит',
  timer: 'часы',
  link: 'ссылка',
  button: 'кнопка',
  DisclosureTriangle: 'раскрыть',
  textbox: 'поле',
  searchbox: 'поле поиска',
  spinbutton: 'число',
  combobox: 'выбор из списка',
  ComboBoxMenuButton: 'выбор из списка',
  checkbox: 'флажок',
  switch: 'переключатель',
  radio: 'вариант',
  slider: 'ползунок',
  progressbar: 'ход',
  meter: 'мера',
  image: 'картинка',
  img: 'картинка',
  Date: 'дата',
  InputTime: 'время',
  separator: 'черта',
  term: 'термин',
  columnheader: 'столбец',
  rowheader: 'заголовок строки',
}
/** Spoken whole, with their content. */
export const whole = new Set(
  'link button DisclosureTriangle textbox searchbox spinbutton combobox ComboBoxMenuButton checkbox switch radio slider progressbar meter image img Date InputTime separator heading'.split(
    ' ',
  ),
)
/** Spoken at their start, followed by their content. */
export const places = new Set(
  'banner navigation main contentinfo complementary region form search dialog alertdialog group radiogroup list DescriptionList table row figure status alert log timer'.split(
    ' ',
  ),
)
/** Part of the surrounding line. */
export const inline = new Set(
  'StaticText time strong emphasis code mark deletion insertion subscript superscript abbr LineBreak'.split(
    ' ',
  ),
)
