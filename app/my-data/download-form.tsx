import { Form } from '@remix-run/react'

import { currency } from '~/lib/currency'
import { switchedOff } from '~/lib/switch-names'
import { Icon } from '~/ui/icon'
import { useIsOff } from '~/ui/site'

import styles from './my-data.module.css'

/** Each button downloads a file; a document form, because the response is no page. */
export function DownloadForm() {
  const isOff = useIsOff('take-my-data')
  const files = [
    {
      file: 'all.json',
      title: 'Всё одним файлом',
      text: `Профиль, карты, согласия, ${currency.plural}, купоны и чеки — для переноса в другой сервис`,
      format: 'JSON',
    },
    {
      file: 'purchases.csv',
      title: 'Покупки таблицей',
      text: `Дата, магазин, сумма, ${currency.plural}`,
      format: 'CSV',
    },
  ]
  return (
    <div className="stack gap-4">
      <ul className={styles.files}>
        {files.map(({ file, title, text, format }) => (
          <li key={file}>
            <Form method="post" action={`/profile/my-data/${file}`} reloadDocument>
              <button className={styles.file} disabled={isOff}>
                <span className={styles.icon}>
                  <Icon name="download" />
                </span>
                <span className={styles.body}>
                  <span className={styles.title}>{title}</span>
                  <span className={styles.text}>{isOff ? switchedOff.title : text}</span>
                </span>
                <span className={styles.format}>{format}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
      <div className={styles.notes}>
        <p>
          CSV открывается в Excel и других таблицах. Длинная история собирается несколько минут;
          пока файл скачивается, приложением можно пользоваться.
        </p>
        <p>
          Если сервис с данными перестанет отвечать, файл закончится словами о том, что он неполный:
          скачайте его ещё раз. За час можно скачать до десяти файлов.
        </p>
        <p>В файлах личные данные: храните их там, где не прочтут другие.</p>
      </div>
    </div>
  )
}
