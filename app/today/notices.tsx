import { Form } from '@remix-run/react'

import { useInstall } from '~/install/use-install'
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
  const { isBannerOpen, isDismissed, isInstalled } = useInstall()
  // The banner says the same, and whoever closed it has answered.
  const isSaid = isBannerOpen || isDismissed || isInstalled
  const shown = notices.filter(({ key }) => key !== 'install' || !isSaid)
  if (shown.length === 0) return null
  return (
    <div className={styles.notices}>
      {shown.map((notice) => (
        <div className={notice.key === 'install' ? styles.inBrowser : undefined} key={notice.key}>
          <Notice
            icon={notice.icon}
            title={<span className="clamped">{notice.title}</span>}
            text={notice.text}
            action={
              notice.to ? (
                <div className={styles.answers}>
                  <ButtonLink to={notice.to} variant="secondary" size="small">
                    {notice.answer}
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
                    {notice.answer}
                  </Button>
                </Form>
              )
            }
          />
        </div>
      ))}
    </div>
  )
}
