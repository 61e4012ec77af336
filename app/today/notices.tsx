import { Form } from '@remix-run/react'
import type { ComponentProps } from 'react'

import type { AccountQuestion } from '~/account-watch/account-watch.server'
import { useInstall } from '~/install/use-install'
import { Button, ButtonLink } from '~/ui/button'
import { Notice } from '~/ui/notice'

import styles from './today.module.css'
import type { NoticeItem } from './today.server'

interface NoticesProps {
  accountWatch: AccountQuestion | null
  notices: NoticeItem[]
  formId: string
}

/** What may have been somebody else, and what the shopper could still do; both can be answered. */
export function Notices({ accountWatch, notices, formId }: NoticesProps) {
  const { isBannerOpen, isDismissed, isInstalled } = useInstall()
  // The banner says the same, and whoever closed it has answered.
  const isSaid = isBannerOpen || isDismissed || isInstalled
  const shown = notices.filter(({ key }) => key !== 'install' || !isSaid)
  if (!accountWatch && shown.length === 0) return null
  return (
    <div className={styles.notices}>
      {accountWatch && (
        <Notice
          tone="warning"
          role={accountWatch.isNew ? 'status' : undefined}
          title="Это были не вы?"
          text={accountWatch.texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
          action={
            <div className={styles.answers}>
              <Answer to="/today/it-was-me" name="mark" value={accountWatch.mark}>
                Да, это я
              </Answer>
              <Answer to="/today/not-me">Нет, не я</Answer>
            </div>
          }
        />
      )}
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
                  <Answer to="/today/dismiss" variant="quiet" name="key" value={notice.key}>
                    Не сейчас
                  </Answer>
                </div>
              ) : (
                <Answer to="/profile/confirm-email" name="formId" value={formId}>
                  {notice.answer}
                </Answer>
              )
            }
          />
        </div>
      ))}
    </div>
  )
}

interface AnswerProps extends ComponentProps<typeof Button> {
  /** The address of the verb; the button itself is the form's one field. */
  to: string
}

function Answer({ to, variant = 'secondary', ...button }: AnswerProps) {
  return (
    <Form method="post" action={to}>
      <Button variant={variant} size="small" {...button} />
    </Form>
  )
}
