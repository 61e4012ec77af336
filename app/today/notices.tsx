import { Form } from '@remix-run/react'
import type { ComponentProps } from 'react'

import { useFormId } from '~/forms/form-id'
import type { AccountQuestion } from '~/account-watch/account-watch.server'
import { useInstall } from '~/install/install-prompt'
import { Button, ButtonLink } from '~/ui/button'
import { Notice } from '~/ui/notice'

import styles from './today.module.css'
import type { NoticeItem } from './notices.server'

interface NoticesProps {
  watch: AccountQuestion | null
  notices: NoticeItem[]
}

/** Alerts of the account watch and a notice, each with buttons. */
export function Notices({ watch, notices }: NoticesProps) {
  const formId = useFormId()
  const { isBannerOpen, isDismissed, isInstalled } = useInstall()
  // Hides the install notice while the install banner is open, after it was dismissed, and in the installed
  // app.
  const shown = notices.filter(
    ({ key }) => key !== 'install' || !(isBannerOpen || isDismissed || isInstalled),
  )
  if (!watch && !shown[0]) return null
  return (
    <div className="stack gap-4">
      {watch && (
        <Notice
          {...watch}
          action={
            <div className={styles.answers}>
              {watch.answers.map((answer) => (
                <Answer key={answer.to} {...answer} />
              ))}
            </div>
          }
        />
      )}
      {shown.map(({ key, ...notice }) => (
        <div className={key === 'install' ? styles.inBrowser : undefined} key={key}>
          <Notice
            {...notice}
            title={<span className="clamped">{notice.title}</span>}
            action={
              notice.to ? (
                <div className={styles.answers}>
                  <ButtonLink to={notice.to} variant="secondary" size="small">
                    {notice.answer}
                  </ButtonLink>
                  <Answer
                    to="/today/dismiss"
                    variant="quiet"
                    name="key"
                    value={key}
                    aria-label={`Не сейчас: ${notice.title}`}
                  >
                    Не сейчас
                  </Answer>
                </div>
              ) : (
                <Answer
                  to="/profile/confirm-email"
                  writes="confirm-email"
                  name="formId"
                  value={formId}
                >
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
  /** The address of the action; the button is the form's only field. */
  to: string
}

function Answer({ to, ...button }: AnswerProps) {
  return (
    <Form method="post" action={to}>
      <Button variant="secondary" size="small" {...button} />
    </Form>
  )
}
