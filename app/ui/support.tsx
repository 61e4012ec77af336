/** Channels of support; null: there is no such channel. */
export interface Support {
  phone: string | null
  email: string | null
  botUrl: string | null
}

/** A link that opens an e-mail to support. */
export function EmailLink({ email, className }: { email: string; className?: string | undefined }) {
  return (
    <a className={className} href={`mailto:${email}`}>
      {email}
    </a>
  )
}

/** True when there is a channel. */
export const hasSupport = (support: Support | undefined): support is Support =>
  Boolean(support?.phone ?? support?.email ?? support?.botUrl)

/**
 * Names the support channel as part of a sentence: «позвоните: …», or the next available one.
 * @param isFirst true at the beginning of a sentence
 */
export function SupportPhrase({
  support,
  isFirst = false,
}: {
  support: Support
  isFirst?: boolean
}) {
  const { phone, email, botUrl } = support
  const write = isFirst ? 'Напишите' : 'напишите'
  if (phone)
    return (
      <>
        {isFirst ? 'Позвоните' : 'позвоните'}: <PhoneLink phone={phone} />
      </>
    )
  if (email)
    return (
      <>
        {write} на <EmailLink email={email} />
      </>
    )
  return botUrl ? (
    <>
      {write} в <a href={botUrl}>чат с поддержкой</a>
    </>
  ) : null
}

/**
 * A link that calls a phone number, formatted as configured.
 * @param phone e.g. `8 800 000-00-00`
 */
export function PhoneLink({ phone, className }: { phone: string; className?: string | undefined }) {
  return (
    <a className={className} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
      {phone}
    </a>
  )
}
