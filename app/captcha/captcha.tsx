import { getInputProps, type FieldMetadata } from '@conform-to/react'
import { useRef, useState } from 'react'

import { escapeHtml } from '~/lib/plain-text'
import { Button } from '~/ui/button'
import { FieldError, FieldHint } from '~/ui/field'
import { useHydrated } from 'remix-utils/use-hydrated'
import { LiveRegion } from '~/ui/live-region'
import { Notice } from '~/ui/notice'
import { hasSupport, SupportPhrase, type Support } from '~/ui/support'
import { TextField } from '~/ui/text-field'

import { useSmartCaptcha } from './smart-captcha'

type Challenge =
  | { provider: 'sandbox'; id: string; question: string }
  | { provider: 'smartcaptcha'; siteKey: string; scriptUrl: string }
  | { provider: 'none' }

type CaptchaProps = {
  challenge: Challenge
  field: FieldMetadata<string | undefined>
  support: Support | undefined
}

/** Shown when the gateway requires it; a shopper who cannot pass it sees whom to call. */
export function Captcha({ challenge, field, support }: CaptchaProps) {
  return (
    <>
      <input type="hidden" name="captcha" value={challenge.provider} />
      {challenge.provider === 'none' && (
        <Notice
          tone="warning"
          title="Проверка сейчас недоступна"
          text={
            support?.phone ? `Попробуйте позже или позвоните: ${support.phone}` : 'Попробуйте позже'
          }
        />
      )}
      {challenge.provider === 'smartcaptcha' && (
        <SmartCaptcha {...challenge} id={field.id} error={field.errors?.[0]} support={support} />
      )}
      {challenge.provider === 'sandbox' && (
        <>
          <input type="hidden" name="captchaId" value={challenge.id} />
          <TextField
            {...getInputProps(field, { type: 'text' })}
            key={challenge.id}
            label={challenge.question}
            hint="Ответьте числом: так мы отличаем людей от программ"
            inputMode="numeric"
            autoComplete="off"
            width="short"
            errors={field.errors}
          />
        </>
      )}
    </>
  )
}

interface SmartCaptchaProps {
  /** Target of links in the error summary. */
  id: string
  siteKey: string
  scriptUrl: string
  error: string | undefined
  support: Support | undefined
}

/**
 * The provider's widget. In a document its script draws into the element with its class, also without the
 * product's script, so React must not touch the element's content. On a screen opened by script the hook
 * draws it.
 */
function SmartCaptcha({ id, siteKey, scriptUrl, error, support }: SmartCaptchaProps) {
  const isHydrated = useHydrated()
  const [isOfDocument] = useState(!isHydrated)
  const container = useRef<HTMLDivElement>(null)
  const { trouble, retry } = useSmartCaptcha(container, { siteKey, scriptUrl, isOfDocument })
  return (
    <div
      className="stack gap-3"
      id={id}
      tabIndex={-1}
      role="group"
      aria-label="Проверка, что вы не робот"
    >
      <FieldError id={id}>
        {trouble === 'expired' ? 'Проверка устарела. Пройдите её ещё раз' : error}
      </FieldError>
      <div
        ref={container}
        className={isOfDocument ? 'smart-captcha' : undefined}
        data-sitekey={siteKey}
        data-hl="ru"
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: '' }}
      />
      <div
        hidden
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: isOfDocument ? scriptTag(scriptUrl) : '' }}
      />
      <LiveRegion isUrgent>
        {trouble === 'absent' && (
          <Notice
            tone="warning"
            title="Проверка не&nbsp;загрузилась"
            text={support?.phone ? 'Попробуйте ещё раз или позвоните нам.' : 'Попробуйте ещё раз.'}
            action={
              <Button type="button" variant="secondary" size="small" onClick={retry}>
                Повторить
              </Button>
            }
          />
        )}
      </LiveRegion>
      <FieldHint id={id}>
        Не видно проверки? Ей нужен JavaScript.
        {hasSupport(support) && (
          <>
            {' '}
            Не получается пройти — <SupportPhrase support={support} />
          </>
        )}
      </FieldHint>
    </div>
  )
}

/** Written as HTML, because React would never run it. */
function scriptTag(url: string): string {
  return `<script src="${escapeHtml(url)}" defer></script>`
}
