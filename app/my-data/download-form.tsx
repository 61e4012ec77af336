import { Form } from '@remix-run/react'

import { switchedOff } from '~/lib/switch-names'
import { Icon } from '~/ui/icon'
import { currency } from '~/lib/currency'
import { useIsOff } from '~/ui/site'

import styles from './my-data.module.css'

const HERE = '/profile/my-data'

/** Files of the whole history, and files of the present state. */
const ofHistory = [
  {
    file: 'purchases.csv',
    title: 'Покупки',
    get text() {
      return `Дата, магазин, сумма, ${currency.plural}`
    },
  },
  {
    file: 'receipts.csv',
    title: 'Чеки с товарами',
    text: 'Каждый товар и строка чека для проверки в налоговой',
  },
  {
    file: 'all.json',
    title: 'Всё одним файлом',
    text: 'Для программ и переноса в другой сервис',
    format: 'JSON',
  },
]
const ofToday = [
  {
    file: 'stars.csv',
    get title() {
      return currency.Plural
    },
    text: 'Сколько их и когда сгорят',
  },
  { file: 'coupons.csv', title: 'Купоны', text: 'Скидки, состояние, сроки' },
  { file: 'consents.csv', title: 'Согласия', text: 'На что вы согласились' },
  { file: 'profile.csv', title: 'Профиль', text: 'Имя, телефон, дата рождения, почта, карты' },
]

/** Each button downloads a file; a document form, because the answer is no page. */
export function DownloadForm({ years }: { years: number[] }) {
  return (
    <Form className={styles.take} method="post" action={`${HERE}/all.json`} reloadDocument>
      {years.length > 1 && (
        <div className={styles.period}>
          <label htmlFor="year">За какое время покупки и чеки</label>
          <select id="year" name="year" defaultValue="">
            <option value="">За всё время</option>
            {years.map((year) => (
              <option key={year} value={year}>
                За {year} год
              </option>
            ))}
          </select>
        </div>
      )}
      <FileList files={ofHistory} />
      <FileList files={ofToday} />
      <div className={styles.notes}>
        <p>
          CSV открывается в Excel и других таблицах. Длинная история собирается несколько минут;
          пока файл скачивается, приложением можно пользоваться.
        </p>
        <p>
          Если сервис с данными перестанет отвечать, последней строкой файла будет «Выгрузка
          прервана»: такой файл неполный, скачайте его ещё раз. Файлы собираются по одному, до
          десяти за час.
        </p>
        <p>В файлах личные данные: храните их там, где не прочтут другие.</p>
      </div>
    </Form>
  )
}

interface File {
  file: string
  title: string
  text: string
  format?: string
}

function FileList({ files }: { files: File[] }) {
  const isOff = useIsOff('take-my-data')
  return (
    <ul className={styles.files}>
      {files.map(({ file, title, text, format = 'CSV' }) => (
        <li key={file}>
          <button className={styles.file} disabled={isOff} formAction={`${HERE}/${file}`}>
            <span className={styles.icon}>
              <Icon name="download" />
            </span>
            <span className={styles.body}>
              <span className={styles.title}>{title}</span>
              <span className={styles.text}>{isOff ? switchedOff.title : text}</span>
            </span>
            <span className={styles.format}>{format}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
