import { Form } from '@remix-run/react'

import { Button, ButtonLink } from '~/ui/button'
import { Notice } from '~/ui/notice'

import styles from './today.module.css'
import type { NoticeItem } from './today.server'

interface NoticesProps {
  notices: NoticeItem[]
  formId: string
}

/** What the shopper could still do; advice can be waved away. */
export function Notices({ notices, formId }: NoticesProps) {
  if (notices.length === 0) return null
  return (
    <div className={styles.notices}>
      {notices.map((notice) => (
        <Notice
          key={notice.key}
          icon={notice.icon}
          title={<span className="clamped">{notice.title}</span>}
          text={notice.text}
          action={
            notice.to ? (
              <div className={styles.answers}>
                <ButtonLink to={notice.to} variant="secondary" size="small">
                  {notice.key === 'survey' ? 'Ответить' : 'Дополнить'}
                </ButtonLink>
                <Form method="post" action="/today/dismiss">
                  <Button variant="quiet" size="small" name="key" value={notice.key}>
                    Не сейчас
                  </Button>
                </Form>
              </div>
            ) : (
              <Form method="post" action="/profile/confirm-email">
                <input type="hidden" name="formId" value={formId} />
                <Button variant="secondary" size="small">
                  Прислать письмо
                </Button>
              </Form>
            )
          }
        />
      ))}
    </div>
  )
}
