import { Notice } from '~/ui/notice'
import { TextField } from '~/ui/text-field'

type CaptchaProps = {
  challenge:
    | { provider: 'sandbox'; id: string; question: string }
    | { provider: 'smartcaptcha'; siteKey: string }
    | { provider: 'none' }
  error?: string
  supportPhone: string
}

/** Shown only when the gateway asks for it; who cannot pass is told whom to call. */
export function Captcha({ challenge, error, supportPhone }: CaptchaProps) {
  const help = `Не получается пройти проверку? Позвоните: ${supportPhone}`
  if (challenge.provider === 'none')
    return <Notice tone="warning" title="Проверка сейчас недоступна" text={help} />
  if (challenge.provider === 'smartcaptcha')
    return (
      <>
        <script src="https://smartcaptcha.yandexcloud.net/captcha.js" defer />
        <div className="smart-captcha" data-sitekey={challenge.siteKey} />
        <noscript>
          <Notice tone="warning" title="Проверке нужен JavaScript" text={help} />
        </noscript>
      </>
    )
  return (
    <>
      <input type="hidden" name="captchaId" value={challenge.id} />
      <TextField
        key={challenge.id}
        name="captchaAnswer"
        label={challenge.question}
        hint="Ответьте числом: так мы отличаем людей от программ"
        inputMode="numeric"
        autoComplete="off"
        width="short"
        error={error}
      />
    </>
  )
}
